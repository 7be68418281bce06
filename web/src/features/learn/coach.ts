/** Guided first games: which matches are guided, what was said there, and the next advice, chosen by what is visible. */
import type { Advice, Table } from '../../api/schemas';
import { readList, writeList } from '../../state/storage';

const KEY = 'fourfold.guided';
const MOST = 20;

/** The code of the last words: that the learner knows the game. */
export const FAREWELL = 'farewell';

interface Guided {
  match: string;
  /** The ids of the advice that was given. */
  given: string[];
}

function read(): Guided[] {
  return readList<Guided>(KEY).filter((each) => Array.isArray(each?.given));
}

/** The guided matches of this browser (local storage). */
export const guided = {
  add(match: string): void {
    writeList(KEY, [...read(), { match, given: [] }], MOST);
  },
  remove(match: string): void {
    const others = read().filter((known) => known.match !== match);
    writeList(KEY, others, MOST);
  },
  has(match: string): boolean {
    return read().some((known) => known.match === match);
  },
  given(match: string): string[] {
    return read().find((known) => known.match === match)?.given ?? [];
  },
  give(match: string, id: string): void {
    const all = read().map((known) => (known.match === match ? { ...known, given: [...known.given, id] } : known));
    writeList(KEY, all, MOST);
  },
};

type Seen = Pick<Table, 'game' | 'ply' | 'seat' | 'clicks' | 'notice' | 'board' | 'prompt'>;

/** The first advice that was not given yet and fits the table; once all were given, the last words. */
export function chooseAdvice(advice: readonly Advice[], table: Seen, given: readonly string[]): string | null {
  const hand = table.board?.hands.find((each) => each.seat === table.seat);
  const fits = (each: Advice): boolean =>
    table.ply >= each.ply &&
    (!each.word || each.word in (table.clicks?.word ?? {})) &&
    (!each.notice || table.notice !== null) &&
    (!each.empty || hand?.number === 0) &&
    (!each.prompt || table.prompt?.code === `${table.game}.prompt.${each.prompt}`);
  const left = advice.filter((each) => !given.includes(each.id));
  if (!left.length) return given.includes(FAREWELL) ? null : FAREWELL;
  return left.find(fits)?.id ?? null;
}
