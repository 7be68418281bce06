/** Clocks between two messages: the server says what is left, the page counts down from there. */
import type { Clock } from '../../api/schemas';

const SECOND = 1000;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SHORT = 10 * SECOND; // below it tenths are shown

/** The milliseconds that a seat has left, so long after the message came; null where time is not limited. */
export function timeLeft(clock: Clock, seat: number, elapsed: number): number | null {
  const left = clock.left?.[seat];
  if (left === undefined) return null;
  return Math.max(0, clock.running === seat ? left - Math.max(0, elapsed) : left);
}

export interface Shown {
  days: number;
  /** Hours, minutes and seconds as they stand on a clock. */
  text: string;
  isShort: boolean;
}

/** What a clock shows: 1:02:03, 4:05, or 6.7 when little is left. Seconds are rounded up, so 0:00 means over. */
export function showTime(milliseconds: number): Shown {
  if (milliseconds < SHORT) {
    const tenths = Math.ceil(milliseconds / 100);
    return { days: 0, text: `${Math.floor(tenths / 10)}.${tenths % 10}`, isShort: true };
  }
  const all = Math.ceil(milliseconds / SECOND);
  const days = Math.floor(all / DAY);
  const hours = Math.floor((all % DAY) / HOUR);
  const minutes = Math.floor((all % HOUR) / MINUTE);
  const two = (number: number) => String(number).padStart(2, '0');
  const text = hours || days ? `${hours}:${two(minutes)}:${two(all % MINUTE)}` : `${minutes}:${two(all % MINUTE)}`;
  return { days, text, isShort: false };
}
