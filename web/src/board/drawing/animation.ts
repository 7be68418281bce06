/** Animation of a move with the Web Animations API. Nothing waits for it. */
import type { Item, Point } from '../../api/schemas';
import type { BoardSound } from '../types';
import { momentsOf, places, type Motions, type Origin } from './motion';
import { motionTime, MOVE } from './pace';

const LONGEST = 1900; // milliseconds
const FADE = 240;
const TURN = 120;
/** Slightly too far, and back. */
const DROP = 'cubic-bezier(0.3, 1.3, 0.5, 1)';
const OUT = 'cubic-bezier(0.2, 0.8, 0.2, 1)';

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

/** How long the pieces of a move move, in milliseconds. */
export function durationOf({ arrivals }: Motions): number {
  return Math.min(motionTime(momentsOf(arrivals) - 1), LONGEST);
}

/** What is heard of a move, and when: each step of a way, or else the landing; then what was removed. */
export function soundsOf(
  { arrivals, gone }: Motions,
  duration: number,
): { sound: BoardSound; semitones: number; at: number }[] {
  const steps = momentsOf(arrivals) - 1;
  const heard: ReturnType<typeof soundsOf> = [];
  if (steps > 1)
    for (let k = 1; k <= steps; k++) heard.push({ sound: 'sow', semitones: k - 1, at: (duration * k) / steps });
  else if (arrivals.length) heard.push({ sound: 'piece', semitones: 0, at: duration });
  if (gone.length) heard.push({ sound: gone.length > 1 ? 'cut' : 'capture', semitones: 0, at: duration });
  return heard;
}

/** Turn an element to how it now lies, by the shortest way; for `{@attach}`. */
export function turned(turn: number): (element: Element) => void {
  return (element) => {
    const before = element.getAttribute('data-turn');
    element.setAttribute('data-turn', String(turn));
    const way = ((((turn - Number(before)) % 360) + 540) % 360) - 180;
    if (before === null || !way || !canMove(element)) return;
    element.animate([{ transform: `rotate(${-way}deg)` }, { transform: 'none' }], { duration: TURN, easing: OUT });
  };
}

function canMove(element: Element): boolean {
  return 'animate' in element && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * Animate the elements of arrived items (found by `elementOf`), and fade copies of removed ones (made by `fade`), in a
 * given time. Runs on the compositor.
 */
export function animate(
  motions: Motions,
  svg: SVGGraphicsElement,
  stands: Stands,
  elementOf: (item: Item) => Element | null,
  fade: (item: Item) => Element | null,
  duration = durationOf(motions),
): void {
  const moments = momentsOf(motions.arrivals);
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
      duration: origin.kind === 'way' ? duration : Math.min(duration, MOVE),
      easing: frames.length > 2 ? 'linear' : DROP,
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
