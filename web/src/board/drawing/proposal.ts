/** How a proposed move is drawn: its piece, its place, and where the piece comes from. */
import type { BoardState, HandItem, Placement } from '../../api/schemas';
import { byName } from './motion';

export interface Proposal {
  /** Where it ends. */
  cell: string;
  /** The cells on the way there, the first included; empty where a piece comes from a hand. */
  way: readonly string[];
  /** The piece that is put there, where it is known. */
  piece: Pick<Placement, 'symbol' | 'turn'> | null;
}

/** Read the clicks of a move; null for a move without a cell, such as a word. */
export function propose(
  clicks: readonly string[],
  board: BoardState,
  items: readonly HandItem[],
  isCell: (name: string) => boolean,
): Proposal | null {
  const cells = clicks.filter(isCell);
  const [first] = cells;
  const last = cells.at(-1);
  if (first === undefined || last === undefined) return null;
  if (cells.length > 1) return { cell: last, way: cells, piece: movedPiece(first, cells.length, board) };
  const item = items.find(({ click }) => click !== '' && clicks.includes(click));
  const others = item ? clicks.toSpliced(clicks.indexOf(item.click), 1) : [];
  const lying = item && (item.lying.find(({ click }) => others.includes(click)) ?? item);
  const symbol = lying && !board.placing ? lying.symbol : board.placing;
  return { cell: last, way: [], piece: symbol ? { symbol, turn: lying && !board.placing ? lying.turn : 0 } : null };
}

/** The piece that arrives at the end of a way: the last that is put down of those that were lifted. */
function movedPiece(first: string, cells: number, board: BoardState): Proposal['piece'] {
  const lifted = board.lifts?.[first];
  const symbol = lifted?.[cells - 2] ?? byName(board.items).get(first)?.at(-1)?.symbol;
  return symbol ? { symbol, turn: 0 } : null;
}
