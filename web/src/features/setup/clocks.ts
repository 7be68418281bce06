/** Clocks in words, and the usual ones to choose from. */
import type { ClockSetting, Game } from '../../api/schemas';
import { inOrder, say } from '../../i18n/messages';

const MINUTE = 60; // seconds

export const NO_CLOCK: ClockSetting = { kind: 'none', time: 0, increment: 0 };

/** A clock in words; whole minutes are told as minutes. */
export function clockName({ kind, time, increment }: { kind: string; time: number; increment: number }): string {
  const isMinutes = (kind === 'sudden' || kind === 'fischer' || kind === 'turn') && time % MINUTE === 0;
  return say(`page.clock.${kind}`, {
    time: isMinutes ? time / MINUTE : time,
    unit: isMinutes ? 'minutes' : 'seconds',
    increment,
  });
}

/** The clocks to choose from: none, two for the whole game, those that the game names for each turn, days. */
export function usualClocks(game: Game): ClockSetting[] {
  return [
    NO_CLOCK,
    { kind: 'fischer', time: 5 * MINUTE, increment: 3 },
    { kind: 'fischer', time: 10 * MINUTE, increment: 5 },
    ...(game.scoring?.turn_seconds ?? []).map((time) => ({ kind: 'turn' as const, time, increment: 0 })),
    { kind: 'days', time: 2, increment: 0 },
  ];
}

/** A clock as a short label: `5 + 3` are minutes for the game and seconds for each move. */
export function shortClockName(clock: ClockSetting): string {
  const { kind, time, increment } = clock;
  if (kind === 'none') return say('page.play.clock.none');
  return kind === 'fischer' && time % MINUTE === 0 ? inOrder(`${time / MINUTE} + ${increment}`) : clockName(clock);
}

export function isSameClock(one: ClockSetting, other: ClockSetting): boolean {
  return one.kind === other.kind && one.time === other.time && one.increment === other.increment;
}
