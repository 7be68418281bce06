/** The geometry of marks: brackets and arrows. */
import type { Point } from '../../api/schemas';

/** The share of a side that each arm of a bracket covers. */
const ARM = 0.22;

function between([x, y]: Point, [a, b]: Point, share: number): Point {
  return [x + (a - x) * share, y + (b - y) * share];
}

function draw(points: readonly Point[]): string {
  return `M${points.map((point) => point.map((value) => Math.round(value * 10) / 10).join(' ')).join('L')}`;
}

/** A bracket in every corner of an outline. */
export function brackets(points: readonly Point[]): string {
  const count = points.length;
  return points
    .map((corner, k) => {
      const [before, after] = [points[(k + count - 1) % count]!, points[(k + 1) % count]!];
      return draw([between(corner, before, ARM), corner, between(corner, after, ARM)]);
    })
    .join('');
}

/** A triangle at a share of the way between two points, pointing along it. */
export function arrowhead(from: Point, to: Point, size: number, share = 0.5): string {
  const [across, down] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(across, down) || 1;
  const [u, v] = [across / length, down / length];
  const [x, y] = between(from, to, share);
  const back = 0.7 * size;
  const corners: Point[] = [
    [x + u * size, y + v * size],
    [x - u * back - v * size, y - v * back + u * size],
    [x - u * back + v * size, y - v * back - u * size],
  ];
  return `${draw(corners)}Z`;
}

/** A straight way between two cells that ends before their middles; `gap` is left free at both ends. */
export function shaft(from: Point, to: Point, gap: number): string {
  const share = Math.min(0.45, gap / (Math.hypot(to[0] - from[0], to[1] - from[1]) || 1));
  return draw([between(from, to, share), between(from, to, 1 - share)]);
}

/** Whether two cells of a radius touch. */
export function isBeside(one: Point, other: Point, radius: number): boolean {
  return Math.hypot(one[0] - other[0], one[1] - other[1]) < 2.4 * radius;
}
