/** The client of the puzzles API. */
import { fetchJson } from './http';
import type { JudgedAnswer, Puzzle, PuzzleHint, PuzzleShelf, PuzzleSummary, Solution, SolverRating } from './schemas';

export const puzzles = {
  shelf: (day: string) => fetchJson<PuzzleShelf>(`/api/puzzles?${new URLSearchParams({ day })}`),
  list: (game: string) => fetchJson<PuzzleSummary[]>(`/api/puzzles/${game}`),
  find: (game: string, id: string) => fetchJson<Puzzle>(`/api/puzzles/${game}/${id}`),
  answer: ({ game, id }: Puzzle, moves: string[]) =>
    fetchJson<JudgedAnswer>(`/api/puzzles/${game}/${id}/answers`, { moves }),
  hint: ({ game, id }: Puzzle) => fetchJson<PuzzleHint>(`/api/puzzles/${game}/${id}/hint`),
  rate: (game: string, id: string, isSolved: boolean, before?: SolverRating) =>
    fetchJson<SolverRating>(`/api/puzzles/${game}/${id}/tries`, { is_solved: isSolved, ...before }),
  solution: async ({ game, id }: Puzzle) => (await fetchJson<Solution>(`/api/puzzles/${game}/${id}/solution`)).solution,
};
