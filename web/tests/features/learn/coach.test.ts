// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import type { Advice, Table } from '../../../src/api/schemas';
import { chooseAdvice, FAREWELL, guided } from '../../../src/features/learn/coach';

type Seen = Parameters<typeof chooseAdvice>[1];

const ALWAYS = { ply: 0, word: '', notice: false, empty: false, prompt: '' };
const ADVICE: Advice[] = [
  { ...ALWAYS, id: 'draw', word: 'draw' },
  { ...ALWAYS, id: 'stop', notice: true },
  { ...ALWAYS, id: 'lift', ply: 2, empty: true },
  { ...ALWAYS, id: 'neutral', prompt: 'neutral' },
  { ...ALWAYS, id: 'first' },
  { ...ALWAYS, id: 'later', ply: 4 },
];
const PROMPT: Table['prompt'] = { code: 'tiles.prompt.neutral', message: '', values: {}, rule: '' };

function table(seen: Partial<Seen> & { held?: number }): Seen {
  const hand = { seat: 0, symbol: '', number: seen.held ?? 3, items: [], backs: 0, back: '' };
  const nothing = { cells: [], items: [], labels: [], marks: [], shared: [], well: null, placing: '' };
  const board: Seen['board'] = { box: [0, 0, 1, 1], hands: [hand], ...nothing };
  const clicks = { cell: { e5: 'e5' } };
  return { game: 'tiles', ply: 0, seat: 0, clicks, notice: null, prompt: null, board, ...seen };
}

beforeEach(() => localStorage.clear());

test.each([
  ['the first that fits is said', {}, [], 'first'],
  ['nothing is said twice', {}, ['first'], null],
  ['some has to wait', { ply: 4 }, ['first'], 'later'],
  ['a word among the clicks', { clicks: { word: { draw: 'draw' } } }, [], 'draw'],
  ['a cell called like a word', { clicks: { cell: { draw: 'draw' } } }, [], 'first'],
  ['a rule that asks for something', { notice: { code: '', message: '', values: {}, rule: '' } }, [], 'stop'],
  ['an empty hand', { ply: 2, held: 0 }, [], 'lift'],
  ['an empty hand too early', { ply: 1, held: 0 }, [], 'first'],
  ['what the game asks for', { prompt: PROMPT }, [], 'neutral'],
  ['what another game asks for', { game: 'cards', prompt: PROMPT }, [], 'first'],
  ['the last words after all others', {}, ADVICE.map(({ id }) => id), FAREWELL],
  ['the last words once', {}, [...ADVICE.map(({ id }) => id), FAREWELL], null],
])('advice: %s', (_, seen, given, expected) => {
  expect(chooseAdvice(ADVICE, table(seen), given)).toBe(expected);
});

test('the matches that are guided are kept, and given up', () => {
  guided.add('a');
  guided.add('b');
  expect([guided.has('a'), guided.has('b'), guided.has('c')]).toEqual([true, true, false]);
  guided.remove('a');
  expect([guided.has('a'), guided.has('b')]).toEqual([false, true]);
  localStorage.setItem('fourfold.guided', '{');
  expect(guided.has('b')).toBe(false);
});

test('what was said in a match is known after a reload', () => {
  guided.add('a');
  guided.add('b');
  guided.give('b', 'first');
  expect([guided.given('a'), guided.given('b'), guided.given('c')]).toEqual([[], ['first'], []]);
});

test('what an earlier page has kept does no harm', () => {
  localStorage.setItem('fourfold.guided', '["a", null]');
  expect(guided.has('a')).toBe(false);
});
