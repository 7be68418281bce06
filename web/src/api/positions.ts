/** Positions that belong to no match: what the server tells of them, and how it is asked. Nothing is kept there. */
import type { BoardState, Clicks, Frame, Problem } from '../board/types';
import { ask, type Outcome } from './client';

export type Proof = 'win' | 'draw' | 'loss';

export interface Line {
  move: string;
  value: number;
  proved: Proof | null;
  line: string[];
  /** The clicks that make the move. */
  clicks: string[];
}

/** What was found out about a position, for the seat to move. */
export interface Analysis {
  to_move: number;
  proved: Proof | null;
  chances: number[];
  lines: Line[];
}

/** A position, and moves to be played on from it. */
export interface Place {
  position: string;
  moves: string[];
}

export interface ShownPosition {
  game: string;
  seats: number;
  options: Record<string, string>;
  position: string;
  ply: number;
  to_move: number | null;
  is_deal_due: boolean;
  last: string;
  scores: number[];
  outcome: Outcome | null;
  notice: Problem | null;
  clicks: Clicks;
  frame: Frame;
  board: BoardState;
}

export const positions = {
  show: (place: Place) => ask<ShownPosition>('/api/positions', place),
  clicks: (place: Place, path: string[], whole = false) =>
    ask<Clicks>('/api/positions/clicks', { ...place, path, whole }),
  why: (place: Place, path: string[]) => ask<Problem>('/api/positions/why', { ...place, path }),
  analysis: (place: Place) => ask<Analysis>('/api/positions/analysis', place),
};
