/** Records: what the server tells of whole games, and how it is asked. */
import type { Frame, Problem } from './board/contract';
import type { Proof } from './positions';
import { ask, lines, reach, type Outcome } from './server';

export interface Step {
  text: string;
  seat: number | null;
  ply: number;
  position: string;
  scores: number[];
  comment: string;
  variations: string[][];
}

export interface OpenedRecord {
  game: string;
  seats: number;
  options: Record<string, string>;
  players: string[];
  headers: Record<string, string>;
  comment: string;
  first: string;
  first_ply: number;
  steps: Step[];
  outcome: Outcome | null;
  frame: Frame;
  text: string;
}

export interface Verdict {
  ply: number;
  seat: number;
  move: string;
  chances: number[];
  proved: Proof | null;
  cost: number;
  best: string;
  line: string[];
  answer: string[];
  reason: 'missed_win' | 'allowed_win' | 'worse' | null;
}

export type ReviewLine =
  | { kind: 'begun'; chances: number[]; moves: number }
  | ({ kind: 'judged' } & Verdict)
  | { kind: 'done'; turning_points: number[]; worst: number[] }
  | { kind: 'failed'; problem: Problem };

export type FileKind = 'svg' | 'png' | 'gif' | 'txt' | 'json';

export const records = {
  open: (text: string) => ask<OpenedRecord>('/api/records', { text }),
  review: async (text: string, signal: AbortSignal) =>
    lines<ReviewLine>(await reach('/api/reviews', { text }, signal)),
  file: async (kind: FileKind, position: string, text: string, palette: 'light' | 'dark') => {
    const wanted = kind === 'svg' || kind === 'png' ? { kind, position, palette } : { kind, text, palette };
    return (await reach('/api/pictures', wanted)).blob();
  },
};
