import { expect, test } from 'vitest';
import { drawGraph } from '../../../src/features/player/rating-graph';

test('a rating alone stands in the middle, without a line', () => {
  const graph = drawGraph([{ day: 5, value: 20, spread: 2 }], 100, 50);
  expect(graph).toEqual({ line: '', band: '', dots: [{ x: 50, y: 25 }], low: 18, high: 22 });
});

test('ratings go from the left to the right, and the best stands on top', () => {
  const points = [
    { day: 0, value: 10, spread: 0 },
    { day: 5, value: 30, spread: 0 },
    { day: 20, value: 20, spread: 0 },
  ];
  const graph = drawGraph(points, 100, 40);
  expect(graph.line).toBe('M0 40L25 0L100 20');
  expect([graph.low, graph.high]).toEqual([10, 30]);
});
