/** Lessons and rules: what the server tells of them, and how it is asked. */
import { once } from './client';

/** A position on which a rule can be tried: one of the moves is to be played, or the clicks are refused with the code. */
export interface Step {
  id: string;
  position: string;
  rule: string;
  option: string;
  moves: string[];
  clicks: string[];
  refused: string;
}

/** Something to say in a first game, once, at the first turn where all that is named holds. */
export interface Advice {
  id: string;
  ply: number;
  word: string;
  notice: boolean;
  empty: boolean;
}

export interface Lessons {
  steps: Step[];
  advice: Advice[];
}

export interface Passage {
  names: string[];
  html: string;
}

export interface Rules {
  language: string;
  sections: { title: string; passages: Passage[] }[];
}

export const teaching = {
  rules: (game: string, language: string) =>
    once<Rules>(`/api/games/${encodeURIComponent(game)}/rules?${new URLSearchParams({ language })}`),
  lessons: (game: string) => once<Lessons>(`/api/games/${encodeURIComponent(game)}/lessons`),
};
