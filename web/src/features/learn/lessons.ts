/** What a lesson asks for, and what was learnt in this browser (local storage). */
import type { LessonStep } from '../../api/schemas';

const KEY = 'fourfold.lessons';
const ANY = '*'; // at the end of a pattern: every move that begins so

/** Whether a move is one of these, or begins like a pattern. */
export function matches(patterns: readonly string[], move: string): boolean {
  return patterns.some((each) => (each.endsWith(ANY) ? move.startsWith(each.slice(0, -1)) : move === each));
}

/** What is said of a legal move that was not asked for: the last part of its message's code; null if it was right. */
export function missOf(step: LessonStep, move: string): string | null {
  if (!step.moves.length || matches(step.moves, move)) return null;
  const code = Object.entries(step.misses ?? {}).find(([, patterns]) => matches(patterns, move))?.[0];
  return code === undefined ? 'miss' : `miss.${code}`;
}

function readAll(): Record<string, string[]> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return found && typeof found === 'object' ? (found as Record<string, string[]>) : {};
  } catch {
    return {};
  }
}

function write(game: string, steps: readonly string[]): void {
  localStorage.setItem(KEY, JSON.stringify({ ...readAll(), [game]: steps }));
}

/** The steps of the tutorials that were done. */
export const progress = {
  of: (game: string): string[] => readAll()[game] ?? [],
  add(game: string, step: string): void {
    write(game, [...new Set([...progress.of(game), step])]);
  },
  /** Forget steps that are no longer there. */
  keep(game: string, steps: readonly string[]): void {
    const known = progress.of(game).filter((step) => steps.includes(step));
    if (known.length !== progress.of(game).length) write(game, known);
  },
};
