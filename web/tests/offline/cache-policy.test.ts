import { expect, test } from 'vitest';
import { changesUser, isNeeded, isOtherUser, kindOf, outdated } from '../../src/offline/cache-policy';

test.each([
  ['/', 'page'],
  ['/match/abc?ply=3', 'page'],
  ['/api/openapi', null],
])('who goes to %s gets %s', (path, kind) => {
  expect(kindOf('GET', path, true)).toBe(kind);
});

test.each([
  ['/assets/index-1.js', 'asset'],
  ['/palette.css', 'common'],
  ['/icons/icon-192.png', 'common'],
  ['/api/games', 'common'],
  ['/api/games/words', 'common'],
  ['/api/games/my-tiles/rules', 'common'],
  ['/api/games/my-tiles/symbols', 'common'],
  ['/api/puzzles/my-tiles/0a1b', 'common'],
  ['/api/session', 'own'],
  ['/api/matches', 'own'],
  ['/api/matches/a-_9/record', 'own'],
])('%s is kept as %s', (path, kind) => {
  expect(kindOf('GET', path, false)).toBe(kind);
});

test.each([
  '/api/matches/a-_9',
  '/api/matches/a-_9/clicks',
  '/api/matches/a-_9/board',
  '/api/matches/a-_9/preview',
  '/api/matches/a-_9/hint',
  '/api/matches/a-_9/stream',
  '/api/matches/a-_9/chat',
  '/api/account',
  '/api/account/export',
  '/api/challenges',
  '/api/invites/abc',
  '/api/invites/abc/code',
  '/healthz',
])('%s is never kept: it may hold a hand, a token or somebody\u2019s account', (path) => {
  expect(kindOf('GET', path, false)).toBeNull();
});

test('only questions with one answer are kept of those that have a body', () => {
  for (const path of ['/api/positions', '/api/positions/clicks', '/api/records', '/api/puzzles/my-tiles/0a1b/answers'])
    expect(kindOf('POST', path, false)).toBe('own');
  for (const path of ['/api/matches', '/api/matches/a/commands', '/api/session', '/api/login', '/api/reviews'])
    expect(kindOf('POST', path, false)).toBeNull();
  expect(kindOf('PUT', '/api/positions', false)).toBeNull();
});

test('logging in, out, signing up, recovering and deleting make the reader somebody else', () => {
  for (const path of ['login', 'logout', 'accounts', 'recover', 'account/delete'])
    expect(changesUser('POST', `/api/${path}`)).toBe(true);
  expect(changesUser('POST', '/api/account/password')).toBe(false);
  expect(changesUser('GET', '/api/login')).toBe(false);
});

test('what is kept belongs to who it was kept for', () => {
  expect(isOtherUser(null, { id: 'a' })).toBe(false);
  expect(isOtherUser({ id: '' }, { id: 'a' })).toBe(false);
  expect(isOtherUser({ id: 'a' }, { id: 'a' })).toBe(false);
  expect(isOtherUser({ id: 'a' }, { id: 'b' })).toBe(true);
  expect(isOtherUser({ id: 'a' }, { id: '' })).toBe(true);
});

test('the last two versions stay', () => {
  expect(outdated(['page-1', 'own', 'page-2', 'page-3'], 'page-')).toEqual(['page-1']);
  expect(outdated(['page-1', 'common'], 'page-')).toEqual([]);
});

test('of the files of languages only those of the reader are kept', () => {
  const files = ['/assets/index-1.js', '/assets/language.zh-Hant.rest-2.js', '/assets/language.zh-Hans.first-3.js'];
  expect(files.filter((file) => isNeeded(file, 'zh-Hant'))).toEqual(files.slice(0, 2));
});
