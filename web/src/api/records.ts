/** Records: what the server tells of whole games, and how it is asked. */
import type { Frame, Problem } from '../board/types';
import type { Proof } from './positions';
import { ask, lines, reach, server, type Outcome } from './client';

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
  review: async (text: string, signal: AbortSignal) => lines<ReviewLine>(await reach('/api/reviews', { text }, signal)),
  file: async (kind: FileKind, position: string, text: string, palette: 'light' | 'dark') => {
    const wanted = kind === 'svg' || kind === 'png' ? { kind, position, palette } : { kind, text, palette };
    return (await reach('/api/pictures', wanted)).blob();
  },
};

/** The palette of pictures that fits the page as it is shown now. */
export function palette(): 'light' | 'dark' {
  return getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'dark' : 'light';
}

/** A position as a picture to be handed on. */
export async function pictureFile(game: string, position: string): Promise<File> {
  return new File([await records.file('png', position, '', palette())], `${game}.png`, { type: 'image/png' });
}

/** How a match stood at its end, with all that was hidden before. */
export async function pictureOfEnd(game: string, match: string): Promise<File> {
  const { first, steps } = await records.open(await server.record(match));
  return pictureFile(game, steps.at(-1)?.position ?? first);
}
