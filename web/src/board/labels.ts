/** Accessible labels of cells, pieces and moves, made of the names that come with the symbols. */
import type { BoardState, HandItem, Item, Placement, Symbols } from '../api/schemas';
import type { Click, ClickedMove } from './input/move-path';

export type Say = (code: string, values?: Record<string, string | number>) => string;
export type Names = Symbols['names'];

/** The spoken name of a piece as it lies: some have one for each quarter turn. */
export function pieceName(names: Names, { symbol, turn }: Pick<Placement, 'symbol' | 'turn'>): string {
  const all = names[symbol] ?? [];
  return all[Math.round((turn % 360) / 90 + 4) % all.length] ?? '';
}

/** A cell and its items, from the bottom up. */
export function cellName(names: Names, cell: string, items: readonly Item[], say: Say): string {
  return items.length
    ? say('board.cell_with', {
        cell,
        count: items.length,
        pieces: items.map((item) => pieceName(names, item)).join(', '),
      })
    : say('board.cell_empty', { cell });
}

/** The label of a word among the clicks, from the game's catalogue. */
export function wordName(game: string, word: string, say: Say): string {
  const code = `${game}.click.${word}`;
  const label = say(code);
  return label === code ? word : label;
}

/** What is needed to say a move. */
export interface MoveContext {
  game: string;
  board: Pick<BoardState, 'hands' | 'shared' | 'placing'>;
  names: Names;
  say: Say;
  /** Whether moves are said letter by letter, as they can be typed. */
  isSpelled?: boolean;
}

/** The notation of a move with its piece letter by letter, for a voice: `c4=SPTP` is `c4 S P T P`. */
export function spell(move: string): string {
  const [cell = '', piece = ''] = move.split('=');
  return [cell, ...piece].join(' ');
}

/** A move for screen readers: the piece and its cell where a piece is chosen, the label of a word; else the notation. */
export function moveName({ move, clicks }: ClickedMove, { game, board, names, say, isSpelled }: MoveContext): string {
  if (isSpelled) return spell(move);
  const words = clicks.filter(({ kind }) => kind === 'word').map(({ name }) => wordName(game, name, say));
  if (words.length && words.length === clicks.length) return words.join(', ');
  const cells = clicks.filter(({ kind }) => kind === 'cell');
  const piece = chosenName(clicks, board, names);
  if (!piece) return move;
  if (!cells.length) return [piece, ...words].join(', ');
  if (cells.length > 1) return move;
  const [tile, aside] = board.placing ? [pieceName(names, { symbol: board.placing, turn: 0 }), [piece]] : [piece, []];
  const laid = say('board.laid', { cell: cells[0]!.name, tile });
  const word = [...aside, ...words].join(', ');
  return word ? say('board.laid_with', { laid, word }) : laid;
}

function chosenName(clicks: readonly Click[], { hands, shared }: MoveContext['board'], names: Names): string {
  const click = clicks.find(({ kind }) => kind === 'item')?.name;
  const way = clicks.find(({ kind }) => kind === 'way')?.name;
  const items = [...hands.flatMap((hand) => hand.items), ...shared];
  const item = click === undefined ? undefined : items.find((each) => each.click === click);
  return item ? pieceName(names, placementOf(item, way)) : '';
}

function placementOf(item: HandItem, way: string | undefined): Pick<Placement, 'symbol' | 'turn'> {
  return item.lying.find((lying) => lying.click === way) ?? item;
}
