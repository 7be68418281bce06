/** Setting a match up: what the form holds, and the wish that it makes of it. */
import type { ClockKind, ClockSetting, Game, Level, MatchWish, SeatWish } from '../../api/schemas';

export const WAYS = ['computer', 'here', 'table', 'invite', 'public'] as const;
export type Way = (typeof WAYS)[number];

export const BY_LOT = 'lot';

/** What a form of a match holds; all values as they stand in its fields. */
export interface Form {
  way: Way;
  seats: number;
  level: string;
  /** How many of the other seats computers take, where people are awaited. */
  computers: number;
  seat: string;
  options: Record<string, string>;
  clock: ClockSetting;
  /** Whether those at the table can talk. */
  hasChat: boolean;
  /** The account that is challenged, by name; nobody in particular where it is empty. */
  challenged: string;
  /** Whether people who play each other may ask for good moves. */
  hasHints: boolean;
}

/** Sensible times for each kind of clock: seconds, or days. */
export const USUAL_TIMES: Record<ClockKind, { time: number; increment: number; most: number }> = {
  none: { time: 0, increment: 0, most: 0 },
  turn: { time: 60, increment: 0, most: 86_400 },
  sudden: { time: 600, increment: 0, most: 86_400 },
  fischer: { time: 300, increment: 5, most: 86_400 },
  days: { time: 3, increment: 0, most: 30 },
};

/** What an option is when nothing is said; one number a seat for those that have one for each. */
function usualValue(game: Game, name: string, seats: number): string {
  const option = game.options.find((known) => known.name === name);
  if (option?.kind !== 'numbers') return option?.default ?? '';
  return Array<string>(seats)
    .fill(option.default.split(',')[0] ?? '')
    .join(',');
}

/** The level that somebody new plays against. */
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

/** The wish for a match; options that stand at their defaults are left out. */
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

/** Whether several people play, each at a screen of their own; who plays alone may always ask for good moves. */
export function isAmongPeople({ way }: Form): boolean {
  return way === 'invite' || way === 'public' || way === 'table';
}

/** Who sits where: me on one seat, and the same on all others. */
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

/** One click from the first page: the game as it is in the box, against the usual computer. */
export function setUpAgainstComputer(game: Game, levels: readonly Level[]): MatchWish {
  return wishOf(game, emptyForm(game, levels));
}

/** The opponent of a first game: the weakest level that thinks. */
const FIRST_OPPONENT = 'level-1';

/** A first game, which is guided: on the first seat, against somebody who has just heard the rules too. */
export function setUpGuided(game: Game, levels: readonly Level[]): MatchWish {
  const level = levels.find((known) => known.id === FIRST_OPPONENT)?.id ?? usualLevel(levels);
  return wishOf(game, { ...emptyForm(game, levels), level, seat: '0' });
}
