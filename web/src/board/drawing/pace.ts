/** How long the parts of a shown move take. */
import type { Pace } from '../../state/preferences.svelte';

/** The parts of a shown move, in order: the plate lights, the piece moves, number and gain appear, rest. */
export const PHASES = ['plate', 'move', 'gain', 'rest'] as const;
export type Phase = (typeof PHASES)[number];
export type Timing = Record<Phase, number>; // milliseconds

export const MOVE = 240;
export const SOW = 180; // each step of a way
const REST = 350;
const USUAL = 150; // plate and gain
/** All moves of a run together. */
export const LONGEST = 4000;

const FACTORS: Record<Pace, number> = { slow: 1.6, normal: 1, fast: 0.5, instant: 0 };

/** How long pieces move, by the number of steps of the longest way. */
export function motionTime(steps: number): number {
  return steps > 1 ? SOW * steps : MOVE;
}

/**
 * The timing of moves that are shown one after the other, by their numbers of steps. All together take no longer than
 * `left`: rests are cut first, then everything else.
 */
export function timings(steps: readonly number[], pace: Pace, left = LONGEST): Timing[] {
  const factor = FACTORS[pace];
  const motions = steps.map((each) => factor * motionTime(each));
  const fixed = 2 * factor * USUAL;
  const busy = motions.reduce((sum, motion) => sum + motion + fixed, 0);
  const rests = factor * REST * steps.length;
  const over = Math.max(0, busy + rests - left);
  const rest = rests && (factor * REST * Math.max(0, rests - over)) / rests;
  const share = busy > left ? Math.max(0, left) / busy : 1;
  return motions.map((motion) => ({
    plate: share * factor * USUAL,
    move: share * motion,
    gain: share * factor * USUAL,
    rest,
  }));
}
