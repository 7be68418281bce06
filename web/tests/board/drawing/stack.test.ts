import { describe, expect, it } from 'vitest';
import type { BoardState, Cell, Item } from '../../../src/api/schemas';
import { shapeOf } from '../../../src/board/drawing/geometry';
import { carry, stackOf } from '../../../src/board/drawing/stack';

const cells: Cell[] = ['a', 'b', 'c'].map((name, k) => ({
  name,
  points: [
    [100 * k, 0],
    [100 * k + 100, 0],
    [100 * k + 100, 100],
    [100 * k, 100],
  ],
}));
const shapes = new Map(cells.map((cell) => [cell.name, shapeOf(cell)]));

function piece(symbol: string, name: string, x: number, y: number): Item {
  return { symbol, name, x, y, turn: 0, scale: 1, way: [] };
}

/** A stack of two on `a`, one piece on `b`; the lowest lie 20 under the middle. */
const BOARD = {
  items: [piece('n', 'a', 50, 70), piece('d', 'a', 50, 50), piece('n', 'b', 150, 70)],
  labels: [{ text: '2', x: 90, y: 90, size: 20 }],
  lifts: { a: ['n', 'd', 'l'], b: ['n', 'l'] },
} as unknown as BoardState;

const drawn = (cells: string[], isAway = false): string[] =>
  carry(BOARD, shapes, cells, isAway)!.items.map(({ symbol, name, x, y }) => `${symbol} ${name} ${x} ${y}`);

describe('a stack', () => {
  it('grows by as much as its pieces, or those of another stack, are apart', () => {
    const { next } = stackOf(BOARD, shapes);
    expect(next('a', BOARD.items.slice(0, 2))).toEqual([50, 30]);
    expect(next('b', BOARD.items.slice(2))).toEqual([150, 50]);
    expect(next('c', [])).toEqual([250, 70]);
  });
});

describe('carried pieces', () => {
  it('lie on their cell first, with the own one on top', () => {
    const carrying = carry(BOARD, shapes, ['a'])!;
    expect(drawn(['a'])).toEqual(['n a 50 70', 'd a 50 50', 'l a 50 30', 'n b 150 70']);
    expect(carrying.lifted.size).toBe(3);
    expect(carrying.latest).toMatchObject({ symbol: 'l', name: 'a' });
    expect(carrying.labels.map(({ text }) => text)).toEqual(['3']);
  });

  it('leave their cell when they are shown elsewhere', () => {
    expect(drawn(['a'], true)).toEqual(['n b 150 70']);
  });

  it('are put down one by one, the lowest first, on top of what lies there', () => {
    expect(drawn(['a', 'b'])).toEqual(['n b 150 70', 'n b 150 50']);
    expect(drawn(['a', 'b', 'c'])).toEqual(['n b 150 70', 'n b 150 50', 'd c 250 70']);
    expect(drawn(['a', 'b', 'c', 'b'])).toEqual(['n b 150 70', 'n b 150 50', 'l b 150 30', 'd c 250 70']);
  });

  it('may come back to where they were taken', () => {
    expect(drawn(['a', 'b', 'a'])).toEqual(['d a 50 70', 'n b 150 70', 'n b 150 50']);
  });

  it('have their numbers counted anew', () => {
    const labels = carry(BOARD, shapes, ['a', 'b'])!.labels;
    expect(labels).toEqual([{ text: '2', x: 190, y: 90, size: 20 }]);
  });

  it('are none where a click takes nothing up', () => {
    expect(carry(BOARD, shapes, ['c'])).toBeNull();
    expect(carry(BOARD, shapes, [])).toBeNull();
    expect(carry({ ...BOARD, lifts: {} }, shapes, ['a'])).toBeNull();
  });
});
