/** The client of lessons and rules. */
import { addWords, currentLanguage } from '../i18n/messages';
import { fetchOnce } from './http';
import type { Figures, Lessons, Rules } from './schemas';

export function fetchRules(game: string, language: string): Promise<Rules> {
  return fetchOnce<Rules>(`/api/games/${encodeURIComponent(game)}/rules?${new URLSearchParams({ language })}`);
}

export function figuresAddress(game: string): string {
  return `/api/games/${encodeURIComponent(game)}/figures`;
}

/** The figures of a game's rules as SVG, by name. */
export async function fetchFigures(game: string): Promise<Record<string, string>> {
  return (await fetchOnce<Figures>(figuresAddress(game))).figures;
}

export function lessonsAddress(game: string): string {
  return `/api/games/${encodeURIComponent(game)}/lessons?language=${currentLanguage()}`;
}

/** The lessons of a game; their words are said like all others from then on. */
export async function fetchLessons(game: string): Promise<Lessons> {
  const lessons = await fetchOnce<Lessons>(lessonsAddress(game));
  addWords({ [game]: lessons.words });
  return lessons;
}
