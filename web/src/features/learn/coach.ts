/** Guided first games: which matches are guided, and the next advice, chosen by what is visible. */
import type { Advice, Table } from '../../api/schemas';

const KEY = 'fourfold.guided';
const MOST = 20;

/** The guided matches of this browser (local storage). */
export const guided = {
  keep(match: string): void {
    localStorage.setItem(KEY, JSON.stringify([...readGuided(), match].slice(-MOST)));
  },
  drop(match: string): void {
    localStorage.setItem(KEY, JSON.stringify(readGuided().filter((known) => known !== match)));
  },
  has(match: string): boolean {
    return readGuided().includes(match);
  },
};

function readGuided(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? (found as string[]) : [];
  } catch {
    return [];
  }
}

/** The first advice that was not given yet and fits the table. */
export function chooseAdvice(
  advice: readonly Advice[],
  table: Pick<Table, 'ply' | 'seat' | 'clicks' | 'notice' | 'board'>,
  heard: ReadonlySet<string>,
): Advice | null {
  const hand = table.board?.hands.find((each) => each.seat === table.seat);
  const fits = (each: Advice): boolean =>
    table.ply >= each.ply &&
    (!each.word || each.word in (table.clicks ?? {})) &&
    (!each.notice || table.notice !== null) &&
    (!each.empty || hand?.number === 0);
  return advice.find((each) => !heard.has(each.id) && fits(each)) ?? null;
}
