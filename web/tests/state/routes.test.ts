import { expect, test } from 'vitest';
import { formatRoute, parseRoute, type Route } from '../../src/state/routes';

const ROUTES: Route[] = [
  { page: 'home' },
  { page: 'lobby' },
  { page: 'account' },
  { page: 'play', game: 'tiles' },
  { page: 'play', game: 'tiles', way: 'invite', name: 'Ann B.' },
  { page: 'learn', game: 'tiles' },
  { page: 'learn', game: 'tiles', part: 'rules' },
  { page: 'learn' },
  { page: 'player', name: 'Ann B.' },
  { page: 'moderation' },
  { page: 'moderation', player: 'Ann B.' },
  { page: 'settings' },
  { page: 'mine' },
  { page: 'match', match: 'a-_9' },
  { page: 'match', match: 'a-_9', ply: 12 },
  { page: 'match', match: 'a-_9', ply: 12, review: true },
  { page: 'look' },
  { page: 'puzzles' },
  { page: 'puzzles', game: 'tiles' },
  { page: 'puzzles', game: 'tiles', puzzle: '0a1b' },
  { page: 'look', position: 'hexes:seats=3@5/6/7/8/9/8/7/6/5:0:0' },
  { page: 'table', match: 'a-_9' },
  { page: 'join', token: 'a b/c' },
  { page: 'join', token: 'abc', seat: 3 },
  { page: 'tournaments' },
  { page: 'tournament', tournament: 'a-_9' },
  { page: 'ratings' },
  { page: 'box' },
  { page: 'scores', game: 'numbers' },
  { page: 'timer' },
];

test.each(ROUTES)('%o is read as it is written', (route) => {
  const address = new URL(formatRoute(route), 'http://localhost');
  expect(parseRoute(address.pathname, address.search)).toEqual(route);
});

test.each([
  '/nowhere',
  '/play',
  '/match/a/b',
  '/lobby/x',
  '/ratings/x',
  '/box/x',
  '/box/x/y',
  '/box/x/scores/y',
  '/tournament',
  '/join/%E0%A4%A',
])('%s leads nowhere', (path) => {
  expect(parseRoute(path)).toEqual({ page: 'lost' });
});

test('what is no ply is none', () => {
  expect(parseRoute('/match/a', '?ply=-3')).toEqual({ page: 'match', match: 'a' });
});

test('what is no seat is none', () => {
  expect(parseRoute('/join/a', '?seat=x')).toEqual({ page: 'join', token: 'a' });
});

test('a slash at the end makes no difference', () => {
  expect(parseRoute('/play/tiles/')).toEqual({ page: 'play', game: 'tiles' });
});
