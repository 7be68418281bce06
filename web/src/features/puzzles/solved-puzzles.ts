/** The puzzles that were solved in this browser. */

const KEY = 'fourfold.solved';

function readAll(): Record<string, string[]> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return found && typeof found === 'object' ? (found as Record<string, string[]>) : {};
  } catch {
    return {};
  }
}

export const solved = {
  of: (game: string): string[] => readAll()[game] ?? [],
  has: (game: string, id: string): boolean => solved.of(game).includes(id),
  /** The one that was solved last: the row goes on behind it. */
  last: (game: string): string => solved.of(game).at(-1) ?? '',
  add(game: string, id: string): void {
    const others = solved.of(game).filter((known) => known !== id);
    localStorage.setItem(KEY, JSON.stringify({ ...readAll(), [game]: [...others, id] }));
  },
};
