/** The form of a new match, and the request made of it. */
import type { ClockKind, ClockSetting, Game, Level, MatchWish, SeatWish } from '../../api/schemas';

export const WAYS = ['computer', 'here', 'table', 'invite', 'public'] as const;
export type Way = (typeof WAYS)[number];

export const BY_LOT = 'lot';

/** The values of the form. */
export interface Form {
  way: Way;
  seats: number;
  level: string;
  /** How many of the other seats computers take, in a match against people. */
  computers: number;
  seat: string;
  options: Record<string, string>;
  clock: ClockSetting;
  /** Whether the match has a chat. */
  hasChat: boolean;
  /** The name of the challenged account; empty for anybody. */
  challenged: string;
  /** Whether people who play each other may ask for hints. */
  hasHints: boolean;
}

/** Default times for each kind of clock, in seconds or days. */
export const USUAL_TIMES: Record<ClockKind, { time: number; increment: number; most: number }> = {
  none: { time: 0, increment: 0, most: 0 },
  turn: { time: 60, increment: 0, most: 86_400 },
  sudden: { time: 600, increment: 0, most: 86_400 },
  fischer: { time: 300, increment: 5, most: 86_400 },
  days: { time: 3, increment: 0, most: 30 },
};

/** The default of an option; one number a seat where the option has a number for each. */
function usualValue(game: Game, name: string, seats: number): string {
  const option = game.options.find((known) => known.name === name);
  if (option?.kind !== 'numbers') return option?.default ?? '';
  return Array<string>(seats)
    .fill(option.default.split(',')[0] ?? '')
    .join(',');
}

/** The default level. */
export function usualLevel(levels: readonly Level[]): string {
  return (levels.find((level) => level.is_usual) ?? levels.at(-1))?.id ?? '';
}

export function emptyForm(game: Game, levels: readonly Level[]): Form {
  return {
    way: 'computer',
    seats: game.seats[0],
    level: usualLevel(levels),
    computers: 0,
    seat: BY_LOT,
    options: Object.fromEntries(
      game.options.map((option) => [option.name, option.kind === 'numbers' ? '' : option.default]),
    ),
    clock: { kind: 'none', time: 0, increment: 0 },
    hasChat: true,
    challenged: '',
    hasHints: false,
  };
}

/** The request for a match; options at their defaults are left out. */
export function wishOf(game: Game, form: Form): MatchWish {
  const options = Object.fromEntries(
    game.options
      .map((option) => [option.name, (form.options[option.name] ?? '').trim()] as const)
      .filter(([name, value]) => value && value !== usualValue(game, name, form.seats)),
  );
  const isLot = form.seat === BY_LOT || Number(form.seat) >= form.seats;
  return {
    game: game.id,
    seats: form.seats,
    options,
    clock: form.clock,
    is_public: form.way === 'public',
    places: places(form, isLot ? 0 : Number(form.seat)),
    by_lot: form.way === 'here' || form.way === 'table' ? false : isLot,
    has_chat: form.way !== 'table' && form.hasChat,
    ...(isAmongPeople(form) ? { has_hints: form.hasHints } : {}),
  };
}

/** Whether several people play, each at their own screen; without others hints are always allowed. */
export function isAmongPeople({ way }: Form): boolean {
  return way === 'invite' || way === 'public' || way === 'table';
}

/** The places: me on one seat, and the same on all others. */
export function placesAround(mine: number, seats: number, other: SeatWish): SeatWish[] {
  return Array.from({ length: seats }, (_, seat) => (seat === mine ? { kind: 'me' } : other));
}

function places(form: Form, mine: number): SeatWish[] {
  const computer: SeatWish = { kind: 'computer', level: form.level };
  if (form.way === 'table') {
    const people = form.seats - Math.min(form.computers, form.seats - 2);
    return Array.from({ length: form.seats }, (_, seat) => (seat < people ? { kind: 'open' } : computer));
  }
  const others: SeatWish[] = Array.from({ length: form.seats - 1 }, (_, place) => {
    if (form.way === 'computer') return computer;
    if (form.way === 'here') return { kind: 'me' };
    if (place === 0 && form.way === 'invite' && form.challenged.trim()) {
      return { kind: 'account', name: form.challenged.trim() };
    }
    return place < form.seats - 1 - form.computers ? { kind: 'open' } : computer;
  });
  return [...others.slice(0, mine), { kind: 'me' }, ...others.slice(mine)];
}

/** A match with all defaults against a level, or against the default one. */
export function setUpAgainstComputer(game: Game, levels: readonly Level[], level = ''): MatchWish {
  const form = emptyForm(game, levels);
  return wishOf(game, { ...form, level: levels.some((known) => known.id === level) ? level : form.level });
}

/** The opponent in a guided first game: the weakest level that searches. */
const FIRST_OPPONENT = 'level-1';

/** A guided first game: on the first seat, against the weakest level, with the seats and options of its lesson. */
export function setUpGuided(game: Game, levels: readonly Level[], options: Record<string, string> = {}): MatchWish {
  const level = levels.find((known) => known.id === FIRST_OPPONENT)?.id ?? usualLevel(levels);
  const form = emptyForm(game, levels);
  const seats = Number(options.seats ?? form.seats);
  return wishOf(game, { ...form, level, seats, seat: '0', options: { ...form.options, ...options } });
}
