/** A game timer for a real table: time per turn, or for all turns with or without an increment. */

export type TimerKind = 'turn' | 'sudden' | 'fischer';
export const TIMER_KINDS: readonly TimerKind[] = ['turn', 'sudden', 'fischer'];

export interface TimerSetting {
  kind: TimerKind;
  players: number;
  seconds: number;
  increment: number;
}

/** The milliseconds left when the clock last stopped or passed, and since when it runs. */
export interface Timer {
  setting: TimerSetting;
  turn: number;
  left: number[];
  since: number | null;
}

export const MOST = { players: 8, seconds: 86_400, increment: 3600 };

export function newTimer(setting: TimerSetting): Timer {
  return { setting, turn: 0, left: Array.from({ length: setting.players }, () => setting.seconds * 1000), since: null };
}

export function leftOf(timer: Timer, seat: number, now: number): number {
  const left = timer.left[seat] ?? 0;
  return timer.since === null || seat !== timer.turn ? left : Math.max(0, left - Math.max(0, now - timer.since));
}

export function isUp(timer: Timer, now: number): boolean {
  return leftOf(timer, timer.turn, now) === 0;
}

export function run(timer: Timer, now: number): Timer {
  return timer.since === null ? { ...timer, since: now } : timer;
}

export function pause(timer: Timer, now: number): Timer {
  return { ...timer, left: timer.left.map((_, seat) => leftOf(timer, seat, now)), since: null };
}

/** Pass the clock to the next player; players without time left are skipped. */
export function pass(timer: Timer, now: number): Timer {
  const { setting, turn } = timer;
  const left = pause(timer, now).left;
  if (setting.kind === 'turn') left[turn] = setting.seconds * 1000;
  else if (setting.kind === 'fischer' && left[turn]! > 0) left[turn]! += setting.increment * 1000;
  const others = left.map((_, step) => (turn + 1 + step) % setting.players);
  return { setting, turn: others.find((seat) => left[seat]! > 0) ?? others[0]!, left, since: now };
}

/** Restart the current turn's time. */
export function restartTurn(timer: Timer, now: number): Timer {
  const left = timer.left.map((time, seat) => (seat === timer.turn ? timer.setting.seconds * 1000 : time));
  return { ...timer, left, since: timer.since === null ? null : now };
}

/** Read stored settings; invalid values become the defaults. */
export function readSetting(text: string | null, usual: TimerSetting): TimerSetting {
  try {
    const found = (JSON.parse(text ?? '{}') ?? {}) as Partial<TimerSetting>;
    const whole = (value: unknown, least: number, most: number, otherwise: number) =>
      Number.isInteger(value) && (value as number) >= least && (value as number) <= most
        ? (value as number)
        : otherwise;
    return {
      kind: TIMER_KINDS.find((kind) => kind === found.kind) ?? usual.kind,
      players: whole(found.players, 2, MOST.players, usual.players),
      seconds: whole(found.seconds, 1, MOST.seconds, usual.seconds),
      increment: whole(found.increment, 0, MOST.increment, usual.increment),
    };
  } catch {
    return usual; // not written by this page
  }
}
