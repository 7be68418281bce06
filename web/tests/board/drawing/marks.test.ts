import { describe, expect, it } from 'vitest';
import type { BoardState, HandItem, Point } from '../../../src/api/schemas';
import { arrowhead, brackets, isBeside, shaft } from '../../../src/board/drawing/marks';
import { propose } from '../../../src/board/drawing/proposal';

describe('marks', () => {
  it('have a bracket in every corner', () => {
    const square: Point[] = [
      [0, 0],
      [100, 0],
      [100, 100],
      [0, 100],
    ];
    expect(brackets(square).match(/M/g)).toHaveLength(4);
    expect(brackets(square)).toContain('M0 22L0 0L22 0');
  });

  it('point along the way', () => {
    expect(arrowhead([0, 0], [100, 0], 10)).toBe('M60 0L43 10L43 -10Z');
    expect(arrowhead([0, 0], [0, -100], 10)).toMatch(/^M0 -60L/);
  });

  it('leave the ends of a way free', () => {
    expect(
      shaft(
        [
          [0, 0],
          [100, 0],
          [100, 100],
        ],
        20,
      ),
    ).toBe('M20 0L100 0L100 80');
    expect(shaft([[0, 0]], 20)).toBe('');
  });

  it('tell neighbours from others', () => {
    expect(isBeside([0, 0], [100, 0], 50)).toBe(true);
    expect(isBeside([0, 0], [100, 100], 50)).toBe(false);
  });
});

describe('a proposed move', () => {
  const isCell = (name: string): boolean => /^[a-f]\d$/.test(name);
  const tile: HandItem = {
    symbol: 'tile',
    click: 'PSSS',
    turn: 0,
    lying: [
      { click: 'PSSS', symbol: 'tile', turn: 0 },
      { click: 'SPSS', symbol: 'tile', turn: 90 },
    ],
  };
  const board = {
    placing: '',
    lifts: { a1: ['n', 'l'] },
    items: [{ name: 'b2', symbol: 'hex' }],
  } as unknown as BoardState;

  it('shows a tile as it would lie', () => {
    expect(propose(['PSSS', 'e1', 'SPSS'], board, [tile], isCell)).toEqual({
      cell: 'e1',
      way: [],
      piece: { symbol: 'tile', turn: 90 },
    });
  });

  it('shows the piece that is placed without a choice', () => {
    const found = propose(['c3'], { ...board, placing: 'own' }, [], isCell);
    expect(found).toEqual({ cell: 'c3', way: [], piece: { symbol: 'own', turn: 0 } });
    expect(propose(['c3'], board, [], isCell)?.piece).toBeNull();
  });

  it('shows a way, and the piece that arrives at its end', () => {
    const ways = propose(['a1', 'a2', 'b2'], board, [], isCell);
    expect(ways).toEqual({ cell: 'b2', way: ['a1', 'a2', 'b2'], piece: { symbol: 'l', turn: 0 } });
    expect(propose(['b2', 'c2'], board, [], isCell)?.piece).toEqual({ symbol: 'hex', turn: 0 });
  });

  it('shows nothing for a word', () => {
    expect(propose(['pass'], board, [], isCell)).toBeNull();
  });
});
