import { describe, expect, it } from 'vitest';
import type { Point } from '../../../src/api/schemas';
import { around, cellsUnder, middle, nearest, outline, radius } from '../../../src/board/drawing/geometry';

const SQUARE: Point[] = [
  [0, 0],
  [100, 0],
  [100, 100],
  [0, 100],
];

describe('nearest', () => {
  const grid: Point[] = [0, 1, 2].flatMap((y) => [0, 1, 2].map((x): Point => [100 * x, 100 * y]));

  it('walks a square grid cell by cell', () => {
    expect(grid[nearest([100, 100], grid, 'up')]).toEqual([100, 0]);
    expect(grid[nearest([100, 100], grid, 'down')]).toEqual([100, 200]);
    expect(grid[nearest([100, 100], grid, 'left')]).toEqual([0, 100]);
    expect(grid[nearest([100, 100], grid, 'right')]).toEqual([200, 100]);
  });

  it('finds nothing beyond the rim', () => {
    expect(nearest([0, 0], grid, 'up')).toBe(-1);
    expect(nearest([0, 0], grid, 'left')).toBe(-1);
    expect(nearest([0, 0], [], 'right')).toBe(-1);
  });

  it('walks up and down a grid of hexagons, whose rows are shifted', () => {
    const hexagons: Point[] = [
      [-43, -75],
      [43, -75],
      [-87, 0],
      [87, 0],
    ];
    expect([0, 1]).toContain(nearest([0, 0], hexagons, 'up'));
    expect(nearest([0, 0], hexagons, 'right')).toBe(3);
  });

  it('goes far aside where nothing else lies ahead', () => {
    const points: Point[] = [
      [500, 20],
      [-300, 30],
    ];
    expect(nearest([0, 0], points, 'down')).toBe(1);
    expect(nearest([0, 0], [...points, [10, 100]], 'down')).toBe(2);
  });

  it('rather goes straight and farther than aside and nearer', () => {
    expect(
      nearest(
        [0, 0],
        [
          [60, 50],
          [120, 0],
        ],
        'right',
      ),
    ).toBe(1);
  });
});

it('the middle and the radius of a square', () => {
  expect(middle(SQUARE)).toEqual([50, 50]);
  expect(radius(SQUARE)).toBe(50);
});

it('an outline drawn in', () => {
  expect(outline(SQUARE)).toBe('M0 0L100 0L100 100L0 100Z');
  expect(outline(SQUARE, 0.1)).toBe('M5 5L95 5L95 95L5 95Z');
});

it('the box around points', () => {
  expect(
    around([
      [3, -1],
      [0, 5],
    ]),
  ).toEqual([0, -1, 3, 5]);
});

describe('cells under items', () => {
  const item = { name: '1,0', x: 150, y: 50 };

  it('have the outline of the free cells', () => {
    const [cell, ...others] = cellsUnder([item, item, { name: '', x: 0, y: 0 }], { name: '0,0', points: SQUARE });
    expect(others).toEqual([]);
    expect(cell).toEqual({
      name: '1,0',
      points: [
        [100, 0],
        [200, 0],
        [200, 100],
        [100, 100],
      ],
    });
  });

  it('are none where no cell is known', () => {
    expect(cellsUnder([item], undefined)).toEqual([]);
  });
});
