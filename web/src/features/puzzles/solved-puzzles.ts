/** The puzzles solved in this browser (local storage). */

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
  /** The puzzle solved last; the next one follows it. */
  last: (game: string): string => solved.of(game).at(-1) ?? '',
  add(game: string, id: string): void {
    const others = solved.of(game).filter((known) => known !== id);
    localStorage.setItem(KEY, JSON.stringify({ ...readAll(), [game]: [...others, id] }));
  },
};
