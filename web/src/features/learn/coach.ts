/** Guided first games: which matches are guided, and the next advice, chosen by what is visible. */
import type { Advice, Table } from '../../api/schemas';
import { readList, writeList } from '../../state/storage';

const KEY = 'fourfold.guided';
const MOST = 20;

/** The guided matches of this browser (local storage). */
export const guided = {
  add(match: string): void {
    writeList(KEY, [...readList<string>(KEY), match], MOST);
  },
  remove(match: string): void {
    const others = readList<string>(KEY).filter((known) => known !== match);
    writeList(KEY, others, MOST);
  },
  has(match: string): boolean {
    return readList<string>(KEY).includes(match);
  },
};

/** The first advice that was not given yet and fits the table. */
export function chooseAdvice(
  advice: readonly Advice[],
  table: Pick<Table, 'ply' | 'seat' | 'clicks' | 'notice' | 'board'>,
  given: ReadonlySet<string>,
): Advice | null {
  const hand = table.board?.hands.find((each) => each.seat === table.seat);
  const fits = (each: Advice): boolean =>
    table.ply >= each.ply &&
    (!each.word || each.word in (table.clicks?.word ?? {})) &&
    (!each.notice || table.notice !== null) &&
    (!each.empty || hand?.number === 0);
  return advice.find((each) => !given.has(each.id) && fits(each)) ?? null;
}
