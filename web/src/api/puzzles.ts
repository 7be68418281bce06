/** The client of the puzzles API. */
import { fetchJson } from './http';
import type { JudgedAnswer, Puzzle, PuzzleShelf, Solution } from './schemas';

export const puzzles = {
  shelf: (day: string) => fetchJson<PuzzleShelf>(`/api/puzzles?${new URLSearchParams({ day })}`),
  find: (game: string, id: string) => fetchJson<Puzzle>(`/api/puzzles/${game}/${id}`),
  next: (game: string, behind: string) =>
    fetchJson<Puzzle>(`/api/puzzles/${game}?${new URLSearchParams(behind ? { behind } : {})}`),
  answer: ({ game, id }: Puzzle, moves: string[]) =>
    fetchJson<JudgedAnswer>(`/api/puzzles/${game}/${id}/answers`, { moves }),
  solution: async ({ game, id }: Puzzle) => (await fetchJson<Solution>(`/api/puzzles/${game}/${id}/solution`)).solution,
};
