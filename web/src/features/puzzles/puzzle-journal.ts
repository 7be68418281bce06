/** What the user did with puzzles in this browser (local storage): solved and tried ones, ratings, and the row of days. */
import { puzzles } from '../../api/puzzles';
import type { Puzzle, SolverRating } from '../../api/schemas';

const SOLVED = 'fourfold.solved';
const KEY = 'fourfold.puzzles';
/** The rating of a new solver, and of an unknown one. */
export const FIRST_RATING = 1200;
const DAY = 24 * 3600 * 1000;

interface Journal {
  /** By game: the puzzles whose first try is over. */
  tried: Record<string, string[]>;
  ratings: Record<string, SolverRating>;
  /** The days whose puzzle was solved at the first try. */
  days: string[];
}

function readObject(key: string): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return found && typeof found === 'object' ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function readJournal(): Journal {
  return { tried: {}, ratings: {}, days: [], ...readObject(KEY) };
}

function readSolved(): Record<string, string[]> {
  return readObject(SOLVED) as Record<string, string[]>;
}

/** A day of the user's calendar: `2030-01-31`. */
export function dayOf(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** How many days there are in a row up to today; a row that ended yesterday can still go on. */
export function countRow(days: readonly string[], today: string): number {
  const known = new Set(days);
  let time = Date.parse(today);
  if (!known.has(today)) time -= DAY;
  let count = 0;
  for (; known.has(new Date(time).toISOString().slice(0, 10)); time -= DAY) count += 1;
  return count;
}

/** How it stands with the puzzle of the day: not tried, counted in the row, solved too late for it, or missed so far. */
export type DayStanding = 'open' | 'counted' | 'late' | 'missed';

export const journal = {
  solvedOf: (game: string): string[] => readSolved()[game] ?? [],
  isSolved: (game: string, id: string): boolean => journal.solvedOf(game).includes(id),
  isTried: (game: string, id: string): boolean =>
    (readJournal().tried[game] ?? []).includes(id) || journal.isSolved(game, id),
  ratingOf: (game: string): SolverRating | null => readJournal().ratings[game] ?? null,
  /** The rating in whole points; a new solver has one too. */
  pointsOf: (game: string): number => Math.round(journal.ratingOf(game)?.rating ?? FIRST_RATING),
  days: (): string[] => readJournal().days,
  row: (): number => countRow(readJournal().days, dayOf(new Date())),

  standingOf(game: string, id: string, day: string): DayStanding {
    if (journal.days().includes(day)) return 'counted';
    if (journal.isSolved(game, id)) return 'late';
    return journal.isTried(game, id) ? 'missed' : 'open';
  },

  addSolved(game: string, id: string): void {
    const others = journal.solvedOf(game).filter((known) => known !== id);
    localStorage.setItem(SOLVED, JSON.stringify({ ...readSolved(), [game]: [...others, id] }));
  },

  /**
   * Write the result of the first try of a puzzle down; later ones change nothing. Resolves to the change of the rating,
   * null where there is none.
   */
  async finishFirstTry({ game, id }: Puzzle, isSolved: boolean, day: string | null): Promise<number | null> {
    if (journal.isTried(game, id)) return null;
    const before = readJournal();
    const tried = { ...before.tried, [game]: [...(before.tried[game] ?? []), id] };
    const days = isSolved && day && !before.days.includes(day) ? [...before.days, day] : before.days;
    localStorage.setItem(KEY, JSON.stringify({ ...before, tried, days }));
    const old = before.ratings[game];
    const rated = await puzzles.rate(game, id, isSolved, old).catch(() => null); // without a connection it is not rated
    if (!rated) return null;
    const now = readJournal();
    localStorage.setItem(KEY, JSON.stringify({ ...now, ratings: { ...now.ratings, [game]: rated } }));
    return Math.round(rated.rating) - Math.round(old?.rating ?? FIRST_RATING);
  },
};
