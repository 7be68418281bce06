/** A line of moves as positions, to be shown on a board one after the other. */
import { positions } from '../../api/positions';
import type { ShownPosition } from '../../api/schemas';
import type { PacedMove } from '../../board/pacer.svelte';

/** The positions after each of the moves, from a position on. */
export async function walk(position: string, moves: readonly string[]): Promise<ShownPosition[]> {
  return Promise.all(moves.map((_, count) => positions.show({ position, moves: moves.slice(0, count + 1) })));
}

/** The same as moves for the pacer: each made by the seat that was to move before it. */
export function pacedMoves(
  start: ShownPosition,
  line: readonly ShownPosition[],
  moves: readonly string[],
): PacedMove[] {
  return line.map(({ board }, index) => {
    return { board, words: moves[index] ?? '', seat: (line[index - 1] ?? start).to_move };
  });
}
