/** Positions that belong to no match, lessons and rules: what the server tells of them, and how it is asked. */
import type { BoardState, Clicks, Frame, Problem } from './board/contract';
import { ask, once, pathQuery, type Outcome } from './server';

export interface ShownPosition {
  game: string;
  position: string;
  seats: number;
  options: Record<string, string>;
  ply: number;
  to_move: number | null;
  scores: number[];
  outcome: Outcome | null;
  notice: Problem | null;
  frame: Frame;
  board: BoardState;
  clicks: Clicks;
}

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

function of(game: string, place: string, query: URLSearchParams): string {
  return `/api/games/${encodeURIComponent(game)}/${place}?${query}`;
}

export const positions = {
  show: (game: string, text: string) => ask<ShownPosition>(of(game, 'position', new URLSearchParams({ text }))),
  /** The position after a move; nothing is kept. */
  attempt: (game: string, position: string, move: string) =>
    ask<ShownPosition>(`/api/games/${encodeURIComponent(game)}/try`, { position, move }),
  clicks: (game: string, text: string, path: string[], whole = false) => {
    const query = pathQuery(path);
    query.set('text', text);
    if (whole) query.set('whole', 'true');
    return ask<Clicks>(of(game, 'position/clicks', query));
  },
  why: (game: string, text: string, path: string[]) => {
    const query = pathQuery(path);
    query.set('text', text);
    return ask<Problem>(of(game, 'position/why', query));
  },
  rules: (game: string, language: string) => once<Rules>(of(game, 'rules', new URLSearchParams({ language }))),
  lessons: (game: string) => once<Lessons>(`/api/games/${encodeURIComponent(game)}/lessons`),
};
