/** Which puzzles are listed, and which one comes next. */
import type { PuzzleSummary } from '../../api/schemas';
import { FIRST_RATING } from './puzzle-journal';

export const BANDS = ['any', 'easy', 'medium', 'hard'] as const;
export type Band = (typeof BANDS)[number];

export interface Filter {
  /** The code of a theme; empty for all. */
  theme: string;
  band: Band;
}

/** The filter that was chosen last; the next puzzle keeps to it. */
export const chosen: Filter = { theme: '', band: 'any' };

/** The themes of puzzles, those of the most puzzles first. */
export function listThemes(list: readonly PuzzleSummary[]): { theme: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { themes } of list) for (const theme of themes) counts.set(theme, (counts.get(theme) ?? 0) + 1);
  return [...counts].map(([theme, count]) => ({ theme, count })).sort((one, other) => other.count - one.count);
}

/** The themes that are told of a puzzle: the first one, which is its goal; the others when it is solved. */
export function themesOf({ themes }: PuzzleSummary, isSolved: boolean): string[] {
  return isSolved ? themes : themes.slice(0, 1);
}

/** The puzzles of a theme and a third of the difficulties; the list has the easiest first. */
export function select(list: readonly PuzzleSummary[], { theme, band }: Filter): PuzzleSummary[] {
  const third = BANDS.indexOf(band) - 1;
  return list.filter(
    ({ themes }, place) =>
      (!theme || themes.includes(theme)) && (third < 0 || Math.floor((3 * place) / list.length) === third),
  );
}

/** The next puzzle: of those not tried yet the one whose rating is closest to the solver's. */
export function chooseNext(
  list: readonly PuzzleSummary[],
  filter: Filter,
  isTried: (id: string) => boolean,
  rating: number | undefined,
  current = '',
): PuzzleSummary | null {
  const chosen = select(list, filter);
  const wanted = chosen.length ? chosen : list;
  const others = wanted.filter(({ id }) => id !== current);
  const fresh = others.filter(({ id }) => !isTried(id));
  const place = wanted.findIndex(({ id }) => id === current);
  if (!fresh.length) return wanted[(place + 1) % wanted.length] ?? null;
  const aim = rating ?? FIRST_RATING;
  return fresh.reduce((best, each) => (Math.abs(each.rating - aim) < Math.abs(best.rating - aim) ? each : best));
}
