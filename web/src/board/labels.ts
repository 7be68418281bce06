/** Accessible labels of cells, pieces and moves, made of symbol ids and the catalogues. */
import type { BoardState, HandItem, Item } from '../api/schemas';

export type Say = (code: string, values?: Record<string, string | number>) => string;

/** The names of oriented tiles, by symbol and turn, as the hands list them. */
export type Ways = Map<string, string>;

export function waysOf(board: BoardState, known: Ways = new Map()): Ways {
  for (const item of [...board.shared, ...board.hands.flatMap((hand) => hand.items)]) {
    for (const lying of item.lying) known.set(`${lying.symbol} ${lying.turn}`, lying.click);
  }
  return known;
}

/** The words of a symbol: `quads-light-PPST` is “light” and its edges as they lie; `exago-0` is the seat's colour. */
export function pieceName(game: string, symbol: string, turn: number, ways: Ways, say: Say): string {
  const way = ways.get(`${symbol} ${turn}`);
  const words = symbol
    .split('-')
    .slice(1)
    .map((part) => {
      if (/^\d$/.test(part)) return known(say, `${game}.seat.${part}`);
      if (/^[A-Z0-9]+$/.test(part)) return spell(way ?? part, say);
      return known(say, `board.piece.${part}`);
    });
  return words.filter((word) => word).join(' ');
}

/** The marks of a tile in words: digits one by one, letters by their meaning. */
function spell(way: string, say: Say): string {
  return [...way].map((letter) => known(say, `board.letter.${letter}`) || letter).join(/\d/.test(way) ? ' ' : ', ');
}

function known(say: Say, code: string): string {
  const word = say(code);
  return word === code ? '' : word;
}

/** A cell and its items, from the bottom up. */
export function cellName(game: string, cell: string, items: readonly Item[], ways: Ways, say: Say): string {
  const pieces = items.map((item) => pieceName(game, item.symbol, item.turn, ways, say));
  return pieces.length
    ? say('board.cell_with', { cell, count: pieces.length, pieces: pieces.join(', ') })
    : say('board.cell_empty', { cell });
}

export function itemName(game: string, item: HandItem, way: string, say: Say): string {
  const words = pieceName(game, item.symbol, item.turn, new Map([[`${item.symbol} ${item.turn}`, way]]), say);
  return say('board.tile', { tile: words });
}

/** The label of a word among the clicks, from the game's catalogue. */
export function wordName(game: string, word: string, say: Say): string {
  return known(say, `${game}.click.${word}`) || word;
}

/** A move for screen readers: the marks of a tile and its cell, else the notation. */
export function moveName(game: string, move: string, say: Say): string {
  const [, cell, way, word] = /^([^=]+)=([A-Z]+|\d+)(\+.+)?$/.exec(move) ?? [];
  if (!cell || !way) return move;
  const laid = say('board.laid', { cell, tile: spell(way, say) });
  return word ? say('board.laid_with', { laid, word: wordName(game, word, say) }) : laid;
}
