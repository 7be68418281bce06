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

/** A way through points; `gap` is left free at both ends. */
export function shaft(points: readonly Point[], gap: number): string {
  const cut = (end: Point, next: Point): Point =>
    between(end, next, Math.min(0.45, gap / (Math.hypot(next[0] - end[0], next[1] - end[1]) || 1)));
  const [first, second] = points;
  const [last, before] = [points.at(-1), points.at(-2)];
  if (!first || !second || !last || !before) return '';
  return draw([cut(first, second), ...points.slice(1, -1), cut(last, before)]);
}

/** Whether two cells of a radius touch. */
export function isBeside(one: Point, other: Point, radius: number): boolean {
  return Math.hypot(one[0] - other[0], one[1] - other[1]) < 2.4 * radius;
}

/** Scale a symbol to a radius around its origin; for `{@attach}`. */
export function fitted(radius: number): (element: SVGGraphicsElement) => void {
  return (element) => {
    if (!('getBBox' in element)) return; // no layout
    const { width, height } = element.getBBox();
    const size = Math.max(width, height);
    if (size) element.setAttribute('transform', `scale(${(2 * radius) / size})`);
  };
}
