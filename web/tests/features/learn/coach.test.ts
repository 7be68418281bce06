// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import type { Advice, Table } from '../../../src/api/schemas';
import { chooseAdvice, guided } from '../../../src/features/learn/coach';

type Seen = Pick<Table, 'ply' | 'seat' | 'clicks' | 'notice' | 'board'>;

const ADVICE: Advice[] = [
  { id: 'draw', ply: 0, word: 'draw', notice: false, empty: false },
  { id: 'stop', ply: 0, word: '', notice: true, empty: false },
  { id: 'lift', ply: 2, word: '', notice: false, empty: true },
  { id: 'first', ply: 0, word: '', notice: false, empty: false },
  { id: 'later', ply: 4, word: '', notice: false, empty: false },
];

function table(seen: Partial<Seen> & { held?: number }): Seen {
  const hand = { seat: 0, symbol: '', number: seen.held ?? 3, items: [], backs: 0, back: '' };
  const nothing = { cells: [], items: [], labels: [], marks: [], shared: [], well: null, placing: '' };
  const board: Seen['board'] = { box: [0, 0, 1, 1], hands: [hand], ...nothing };
  return { ply: 0, seat: 0, clicks: { cell: { e5: 'e5' } }, notice: null, board, ...seen };
}

beforeEach(() => localStorage.clear());

test.each([
  ['the first that fits is said', {}, [], 'first'],
  ['nothing is said twice', {}, ['first'], undefined],
  ['some has to wait', { ply: 4 }, ['first'], 'later'],
  ['a word among the clicks', { clicks: { word: { draw: 'draw' } } }, [], 'draw'],
  ['a cell called like a word', { clicks: { cell: { draw: 'draw' } } }, [], 'first'],
  ['a rule that asks for something', { notice: { code: '', message: '', values: {} } }, [], 'stop'],
  ['an empty hand', { ply: 2, held: 0 }, [], 'lift'],
  ['an empty hand too early', { ply: 1, held: 0 }, [], 'first'],
])('advice: %s', (_, seen, heard, expected) => {
  expect(chooseAdvice(ADVICE, table(seen), new Set(heard))?.id).toBe(expected);
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
