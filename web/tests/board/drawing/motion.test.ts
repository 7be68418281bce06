import { describe, expect, it } from 'vitest';
import type { BoardState, Hand, Item } from '../../../src/api/schemas';
import { compare, isChanged, keyed, lost, momentsOf, places } from '../../../src/board/drawing/motion';

function item(symbol: string, name: string, x: number, y = 0, way: [number, number][] = []): Item {
  return { symbol, name, x, y, turn: 0, scale: 1, way };
}

function hand(seat: number, tiles: string[], backs = 0): Hand {
  const items = tiles.map((name) => ({ symbol: name, click: name, turn: 0, lying: [] }));
  return { seat, symbol: 'badge', number: tiles.length + backs, items, backs, back: 'back' };
}

function board(items: Item[], hands: Hand[] = []): BoardState {
  return { box: [0, 0, 1, 1], cells: [], items, labels: [], marks: [], hands, shared: [], well: null, placing: '' };
}

describe('compare', () => {
  it('leaves alone what stays', () => {
    expect(compare(board([item('x', 'a1', 0)]), board([item('x', 'a1', 0)]))).toEqual({ arrivals: [], gone: [] });
  });

  it('knows the tile that left the hand', () => {
    const placed = item('PPST', 'a1', 0);
    const { arrivals, gone } = compare(board([], [hand(0, ['PPST', 'PSTS'])]), board([placed], [hand(0, ['PSTS'])]));
    expect(arrivals).toEqual([{ item: placed, origin: { kind: 'hand', seat: 0, name: 'PPST' } }]);
    expect(gone).toEqual([]);
  });

  it('knows the hidden hand that has fewer backs', () => {
    const placed = item('0011', '0,0', 0);
    const { arrivals } = compare(
      board([], [hand(0, ['0123']), hand(1, [], 3)]),
      board([placed], [hand(0, ['0123']), hand(1, [], 2)]),
    );
    expect(arrivals[0]?.origin).toEqual({ kind: 'hand', seat: 1, name: '' });
  });

  it('moves an item from cell to cell', () => {
    const { arrivals, gone } = compare(
      board([item('x', 'a1', 0), item('x', 'd1', 300)]),
      board([item('x', 'a1', 0), item('x', 'c1', 200)]),
    );
    expect(arrivals.map(({ origin }) => origin)).toEqual([{ kind: 'way', points: [[300, 0]] }]);
    expect(gone).toEqual([]);
  });

  it('follows the ways that are told, and takes what came along out of what is gone', () => {
    const after = [
      item('x', 'b1', 100, 0, [[0, 0]]),
      item('n', 'c1', 200, 0, [
        [0, 0],
        [100, 0],
      ]),
    ];
    const { arrivals, gone } = compare(
      board([item('x', 'a1', 0), item('n', 'a1', 0, -10), item('o', 'd1', 300)]),
      board(after),
    );
    expect(arrivals.map(({ item: { name } }) => name)).toEqual(['b1', 'c1']);
    expect(gone.map(({ name }) => name)).toEqual(['d1']);
    expect(momentsOf(arrivals)).toBe(3);
  });
});

it('who has arrived waits for the others', () => {
  expect(places(item('x', 'b1', 100), [[0, 0]], 4)).toEqual([
    [0, 0],
    [100, 0],
    [100, 0],
    [100, 0],
  ]);
  expect(
    places(
      item('x', 'b1', 100),
      [
        [0, 0],
        [100, 0],
      ],
      2,
    ),
  ).toEqual([
    [0, 0],
    [100, 0],
  ]);
});

it('equal items have keys of their own', () => {
  const keys = keyed([item('x', 'a1', 0), item('x', 'a1', 0)]).map(({ key }) => key);
  expect(new Set(keys).size).toBe(2);
});

it('what a move would take away is what is missing, but not where it was clicked', () => {
  const now = board([item('x', 'a1', 0), item('o', 'b1', 100), item('o', 'c1', 200)]);
  const ahead = board([item('x', 'd1', 300), item('o', 'b1', 100)]);
  expect(lost(now, ahead, ['a1', 'd1']).map(({ name }) => name)).toEqual(['c1']);
});

it('a cell is changed where something else would lie there', () => {
  const now = board([item('x', 'a1', 0), item('o', 'b1', 100)]);
  const ahead = board([item('o', 'b1', 100), item('x', 'c1', 200)]);
  expect(['a1', 'b1', 'c1', 'd1'].map((cell) => isChanged(now, ahead, cell))).toEqual([true, false, true, false]);
});
