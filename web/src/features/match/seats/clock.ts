/** Clocks between two messages: the page counts down from the time left that the server sent. */
import type { Clock } from '../../../api/schemas';
import { say } from '../../../i18n/messages';

const SECOND = 1000;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SHORT = 10 * SECOND; // tenths are shown below this

/** The milliseconds left of a seat, some time after the message came; null without a limit. */
export function timeLeft(clock: Clock, seat: number, elapsed: number): number | null {
  const left = clock.left?.[seat];
  if (left === undefined) return null;
  return Math.max(0, clock.running === seat ? left - Math.max(0, elapsed) : left);
}

/** The milliseconds left of a seat's first turn, some time after the message came; null where it has no limit. */
export function firstTurnLeft(clock: Clock, seat: number | null, elapsed: number): number | null {
  if (clock.first_turn === null || clock.awaited !== seat) return null;
  return Math.max(0, clock.first_turn - Math.max(0, elapsed));
}

export interface Shown {
  days: number;
  /** Hours, minutes and seconds. */
  text: string;
  isShort: boolean;
}

/** The text of a clock: 1:02:03, 4:05, or 6.7 near the end. Seconds are rounded up, so 0:00 means time is up. */
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

/** The time left of all seats in words; empty without a limit. */
export function hearTimes(clock: Clock, elapsed: number, nameOf: (seat: number) => string): string {
  const times = (clock.left ?? []).map((_, seat) => {
    const all = Math.ceil((timeLeft(clock, seat, elapsed) ?? 0) / SECOND);
    const [days, hours, minutes] = [
      Math.floor(all / DAY),
      Math.floor((all % DAY) / HOUR),
      Math.floor((all % HOUR) / MINUTE),
    ];
    return say('page.heard.time', { name: nameOf(seat), days, hours, minutes, seconds: all % MINUTE });
  });
  return times.join(' ');
}

/** Who listens is warned when so many milliseconds are left. */
export const WARNINGS = [MINUTE * SECOND, SHORT];

/** The warnings that are still to come for a seat whose clock runs: in how many milliseconds, at how many seconds left. */
export function warningsFor(clock: Clock, seat: number | null, elapsed: number): { wait: number; seconds: number }[] {
  if (seat === null || ![clock.running, clock.awaited].includes(seat)) return [];
  const ends = [clock.running === seat ? timeLeft(clock, seat, elapsed) : null, firstTurnLeft(clock, seat, elapsed)];
  const left = Math.min(...ends.filter((end) => end !== null));
  if (left === Infinity) return [];
  return WARNINGS.filter((at) => at < left).map((at) => ({ wait: left - at, seconds: at / SECOND }));
}
