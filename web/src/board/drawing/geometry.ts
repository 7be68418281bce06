/** Geometry of cells: nearest neighbours by direction, centres, outlines. */
import type { Box, Cell, Point } from '../../api/schemas';

export type Direction = 'up' | 'down' | 'left' | 'right';

const AHEAD: Record<Direction, Point> = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };
/** The cost of a distance sideways, relative to one ahead. */
const ASIDE = 1.5; // less than the root of 3, so that rows of hexagons are not skipped

/** The cost of points that are more sideways than ahead: the last choice, but no point is unreachable. */
const FAR_ASIDE = 1e6;

/** The index of the point that is nearest in a direction, or -1. */
export function nearest(from: Point, points: readonly Point[], direction: Direction): number {
  const [right, down] = AHEAD[direction];
  let best = -1;
  let least = Infinity;
  points.forEach(([x, y], index) => {
    const ahead = (x - from[0]) * right + (y - from[1]) * down;
    const aside = Math.abs((x - from[0]) * down) + Math.abs((y - from[1]) * right);
    const distance = ahead + ASIDE * aside + (aside > 2 * ahead ? FAR_ASIDE : 0);
    if (ahead > 0.5 && distance < least) {
      best = index;
      least = distance;
    }
  });
  return best;
}

/** The centre of an outline. */
export function middle(points: readonly Point[]): Point {
  const sum = points.reduce<Point>(([x, y], [a, b]) => [x + a, y + b], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

/** The distance of the centre from the nearest side: the radius of the inscribed circle. */
export function radius(points: readonly Point[]): number {
  const [x, y] = middle(points);
  return Math.min(
    ...points.map(([ax, ay], index) => {
      const [bx, by] = points[(index + 1) % points.length]!;
      const length = Math.hypot(bx - ax, by - ay) || 1;
      return Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length;
    }),
  );
}

/** An outline as the `d` of a path, shrunk towards its centre by a fraction. */
export function outline(points: readonly Point[], share = 0): string {
  const [x, y] = middle(points);
  const corners = points.map(([a, b]) => `${round(a + (x - a) * share)} ${round(b + (y - b) * share)}`);
  return `M${corners.join('L')}Z`;
}

/** The measures of a cell for drawing. */
export interface Shape {
  points: readonly Point[];
  middle: Point;
  radius: number;
  corner: Point;
  d: string;
  /** The outline, shrunk a little. */
  inner: string;
}

export function shapeOf({ points }: Cell): Shape {
  return {
    points,
    middle: middle(points),
    radius: radius(points),
    corner: points[0]!,
    d: outline(points),
    inner: outline(points, 0.07),
  };
}

/** The occupied cells of a board without edges: the outline of a free cell, moved to each item. */
export function cellsUnder(items: readonly { name: string; x: number; y: number }[], model: Cell | undefined): Cell[] {
  if (!model) return [];
  const [x, y] = middle(model.points);
  const names = new Map(items.filter((item) => item.name).map((item) => [item.name, item]));
  return [...names.values()].map((item) => ({
    name: item.name,
    points: model.points.map(([a, b]): Point => [a - x + item.x, b - y + item.y]),
  }));
}

/** The bounding box of points. */
export function around(points: readonly Point[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
