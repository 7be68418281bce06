/** Puzzles: what the server tells of them, and how it is asked. */
import type { ShownPosition } from './positions';
import { ask } from './client';

export interface PuzzleShelf {
  game: string;
  id: string;
  counts: Record<string, number>;
}

export interface Puzzle {
  game: string;
  id: string;
  goal: 'win' | 'only' | 'hold' | 'points';
  /** How many moves it takes. */
  moves: number;
  points: number;
  /** How many of the seven levels miss it. */
  difficulty: number;
  seat: number;
  table: ShownPosition;
}

export interface JudgedAnswer {
  is_right: boolean;
  is_solved: boolean;
  points: number;
  refutation: string[];
  table: ShownPosition;
}

export const puzzles = {
  shelf: (day: string) => ask<PuzzleShelf>(`/api/puzzles?${new URLSearchParams({ day })}`),
  find: (game: string, id: string) => ask<Puzzle>(`/api/puzzles/${game}/${id}`),
  next: (game: string, behind: string) =>
    ask<Puzzle>(`/api/puzzles/${game}?${new URLSearchParams(behind ? { behind } : {})}`),
  answer: ({ game, id }: Puzzle, moves: string[]) => ask<JudgedAnswer>(`/api/puzzles/${game}/${id}/answers`, { moves }),
  solution: async ({ game, id }: Puzzle) =>
    (await ask<{ solution: string[] }>(`/api/puzzles/${game}/${id}/solution`)).solution,
};
