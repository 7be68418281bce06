/** Animation of a move with the Web Animations API. Nothing waits for it. */
import type { Item, Point } from '../../api/schemas';
import { momentsOf, places, type Motions, type Origin } from './motion';

const STEP = 190; // milliseconds a keyframe
const LONGEST = 1900;
const FADE = 260;

/** The places of hands and their tiles on the screen, by name. */
export type Stands = ReadonlyMap<string, Point>;

/** Measure hands and tiles before they change; of several with one name the first counts. */
export function standsOf(root: ParentNode): Map<string, Point> {
  const stands = new Map<string, Point>();
  for (const element of root.querySelectorAll('[data-stand]')) {
    const name = element.getAttribute('data-stand')!;
    const { left, top, width, height } = element.getBoundingClientRect();
    if (!stands.has(name)) stands.set(name, [left + width / 2, top + height / 2]);
  }
  return stands;
}

export function standName(origin: Origin): string[] {
  if (origin.kind === 'hand') return [`hand:${origin.seat}:${origin.name}`, `hand:${origin.seat}:`];
  return origin.kind === 'shared' ? [`shared:${origin.name}`] : [];
}

/**
 * Animate the elements of arrived items (found by `elementOf`), and fade copies of removed ones (made by `fade`).
 * Runs on the compositor.
 */
export function animate(
  motions: Motions,
  svg: SVGGraphicsElement,
  stands: Stands,
  elementOf: (item: Item) => Element | null,
  fade: (item: Item) => Element | null,
): void {
  const moments = momentsOf(motions.arrivals);
  const duration = Math.min(STEP * (moments - 1) + 60, LONGEST);
  for (const { item, origin } of motions.arrivals) {
    const element = elementOf(item);
    const points = origin.kind === 'way' ? origin.points : startsOf(origin, svg, stands);
    if (!element) continue;
    if (!points.length) {
      element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE });
      continue;
    }
    const frames = places(item, points, origin.kind === 'way' ? moments : 2).map(([x, y]) => ({
      transform: `translate(${x - item.x}px, ${y - item.y}px)`,
    }));
    element.animate(frames, {
      duration: origin.kind === 'way' ? duration : STEP + 60,
      easing: frames.length > 2 ? 'linear' : 'ease-out',
    });
  }
  for (const item of motions.gone) {
    const copy = fade(item);
    if (!copy) continue;
    const animation = copy.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE });
    animation.onfinish = animation.oncancel = () => copy.remove();
  }
}

/** The place of a hand, in the coordinates of the drawing. */
function startsOf(origin: Origin, svg: SVGGraphicsElement, stands: Stands): Point[] {
  const stand = standName(origin)
    .map((name) => stands.get(name))
    .find((found) => found);
  const matrix = svg.getScreenCTM();
  if (!stand || !matrix) return [];
  const { x, y } = new DOMPoint(...stand).matrixTransform(matrix.inverse());
  return [[x, y]];
}
