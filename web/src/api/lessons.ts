/** The client of lessons and rules. */
import { fetchOnce } from './http';
import type { Lessons, Rules } from './schemas';

export function fetchRules(game: string, language: string): Promise<Rules> {
  return fetchOnce<Rules>(`/api/games/${encodeURIComponent(game)}/rules?${new URLSearchParams({ language })}`);
}

export function fetchLessons(game: string): Promise<Lessons> {
  return fetchOnce<Lessons>(`/api/games/${encodeURIComponent(game)}/lessons`);
}
