/** The tournament form, cross table and points. */
import type { ClockSetting, System, Tournament, TournamentWish } from '../../api/schemas';

export const SYSTEMS: System[] = ['round-robin', 'swiss', 'knockout', 'arena'];
const USUAL_MINUTES = 60; // of an arena
const USUAL_FIRST_TURN = 60; // seconds until who never moved forfeits

/** The values of the tournament form. */
export interface TournamentForm {
  name: string;
  game: string;
  system: System;
  seats: number;
  options: Record<string, string>;
  clock: ClockSetting;
  rounds: number;
  games: number;
  levels: string[];
  withMe: boolean;
  minutes: number;
  firstTurn: number;
}

export function emptyTournament(): TournamentForm {
  return {
    name: '',
    game: '',
    system: 'round-robin',
    seats: 2,
    options: {},
    clock: { kind: 'fischer', time: 300, increment: 5 },
    rounds: 0,
    games: 1,
    levels: [],
    withMe: true,
    minutes: USUAL_MINUTES,
    firstTurn: USUAL_FIRST_TURN,
  };
}

/** Whether nobody sits and waits for a move: then a first turn has no limit of its own. */
export function isSlow(clock: ClockSetting): boolean {
  return clock.kind === 'days' || clock.kind === 'none';
}

/** The request for a tournament; with more than two seats only the Swiss system is possible. */
export function wishOfTournament(form: TournamentForm): Omit<TournamentWish, 'commitment' | 'part'> {
  const system = form.seats > 2 ? 'swiss' : form.system;
  const options = Object.entries(form.options).map(([name, value]) => [name, value.trim()] as const);
  return {
    name: form.name.trim(),
    game: form.game,
    system,
    seats: form.seats,
    options: Object.fromEntries(options.filter(([, value]) => value)),
    clock: form.clock,
    rounds: system === 'swiss' ? form.rounds : 0,
    games: system === 'arena' ? 1 : form.games,
    minutes: system === 'arena' ? form.minutes : 0,
    first_turn: isSlow(form.clock) ? 0 : form.firstTurn,
    levels: form.levels,
    with_me: form.withMe,
  };
}

/** Whether who does not take part can enter now: some systems take late comers, until the last round begins. */
export function canEnter(tournament: Tournament): boolean {
  const { status, system, me, entries, rounds, rounds_planned } = tournament;
  if (status === 'open') return me === null;
  if (status !== 'running') return false;
  if (system === 'arena') return me === null || (entries[me]?.is_away ?? false);
  return system === 'swiss' && me === null && rounds.length < rounds_planned;
}

/** Whether a participant can still withdraw. */
export function canWithdraw({ status, me, entries }: Tournament): boolean {
  return me !== null && ['open', 'running'].includes(status) && !entries[me]?.is_away;
}

/** Points with at most two decimals. */
export function formatPoints(points: number): string {
  return String(Math.round(points * 100) / 100);
}

/** The cross table: points of each entry against each other, in the order of the standings; empty without a game. */
export function crossTable(tournament: Tournament): string[][] {
  return tournament.standings.map((one) =>
    tournament.standings.map((other) => {
      const made = one.against[String(other.entry)];
      return made === undefined ? '' : formatPoints(made);
    }),
  );
}

/** A rating pool in words: the game, its seats, the options that differ from the default. */
export function poolName(
  pool: string,
  game: string,
  say: (code: string, values: Record<string, string | number>) => string,
): string {
  const [, seats = '2', ...options] = pool.split(' ');
  return [say('page.ratings.table', { game, seats: Number(seats) }), ...options].join(', ');
}
