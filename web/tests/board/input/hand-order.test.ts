import { expect, it } from 'vitest';
import type { HandItem } from '../../../src/api/schemas';
import { keyAt, moved, ordered, ordersFor } from '../../../src/board/input/hand-order';

const hand = (...names: string[]): HandItem[] =>
  names.map((name) => ({ symbol: name, click: name, turn: 0, lying: [] }));
const names = (items: HandItem[]): string[] => items.map((item) => item.click);

it('tiles with numbers can be sorted by them, others keep the order of the set', () => {
  expect(ordersFor(hand('0011', '1234'))).toEqual(['number', 'sum', 'own']);
  expect(ordersFor(hand('PPST', 'PSTS'))).toEqual(['given', 'own']);
  expect(ordersFor(hand('0011'))).toEqual([]);
  expect(ordersFor(hand('', ''))).toEqual([]);
});

it('by number, by sum with the highest first, as given', () => {
  const tiles = hand('1234', '0055', '0111');
  expect(names(ordered(tiles, 'number', []))).toEqual(['0055', '0111', '1234']);
  expect(names(ordered(tiles, 'sum', []))).toEqual(['0055', '1234', '0111']);
  expect(names(ordered(tiles, 'given', []))).toEqual(['1234', '0055', '0111']);
});

it('in one’s own order, with what came later at the end', () => {
  expect(names(ordered(hand('0011', '0022', '0033', '0044'), 'own', ['0044', '0011']))).toEqual([
    '0044',
    '0011',
    '0022',
    '0033',
  ]);
});

it('a tile moves to the place of another', () => {
  expect(moved(['a', 'b', 'c', 'd'], 'a', 'c')).toEqual(['b', 'c', 'a', 'd']);
  expect(moved(['a', 'b', 'c', 'd'], 'd', 'b')).toEqual(['a', 'd', 'b', 'c']);
  expect(moved(['a', 'b'], 'a', 'x')).toEqual(['a', 'b']);
});

it('items that are alike have keys of their own, with a click and without', () => {
  const loose: HandItem = { symbol: 'man', click: '', turn: 0, lying: [] };
  const items = [...hand('h', 'h', 'v'), loose, loose];
  const keys = items.map((_, index) => keyAt(items, index));
  expect(new Set(keys).size).toBe(items.length);
  expect(keyAt(hand('v', 'h'), 1)).toBe(keys[0]);
});
