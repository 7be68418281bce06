import { expect, it } from 'vitest';
import type { BoardState } from '../../src/api/schemas';
import { closure, symbolsIn } from '../../src/board/drawing/symbols';
import { cellName, moveName, pieceName, waysOf, wordName, type Say } from '../../src/board/labels';

const WORDS: Record<string, string> = {
  'board.letter.T': 'towards',
  'board.piece.light': 'light',
  'exago.seat.0': 'red',
  'quadominos.click.+2': 'two more tiles',
};
const say: Say = (code, values) => WORDS[code] ?? (values ? `${code} ${Object.values(values).join('|')}` : code);

const BOARD: BoardState = {
  box: [0, 0, 1, 1],
  cells: [],
  items: [{ symbol: 'quads-light-PPST', name: 'a1', x: 0, y: 0, turn: 90, scale: 1, way: [] }],
  labels: [],
  marks: [],
  hands: [
    {
      seat: 0,
      symbol: 'quads-light',
      number: 1,
      items: [
        {
          symbol: 'quads-light-PPST',
          name: 'PPST',
          turn: 0,
          lying: [{ click: 'TPPS', symbol: 'quads-light-PPST', turn: 90 }],
        },
      ],
      backs: 0,
      back: '',
    },
  ],
  shared: [],
  well: null,
};

it('a piece is named by its parts, and as it lies', () => {
  const ways = waysOf(BOARD);
  expect(pieceName('quads', 'quads-light-PPST', 90, ways, say)).toBe('light towards, P, P, S');
  expect(pieceName('quads', 'quads-light-PPST', 0, ways, say)).toBe('light P, P, S, towards');
  expect(pieceName('exago', 'exago-0', 0, ways, say)).toBe('red');
  expect(pieceName('quadominos', 'quadominos-0224', 0, ways, say)).toBe('0 2 2 4');
  expect(pieceName('qawale', 'qawale-light-bead', 0, ways, say)).toBe('light');
});

it('a cell says what lies on it', () => {
  expect(cellName('quads', 'a1', BOARD.items, waysOf(BOARD), say)).toBe('board.cell_with a1|1|light towards, P, P, S');
  expect(cellName('quads', 'b1', [], new Map(), say)).toBe('board.cell_empty b1');
});

it('a word has its label in the catalogue of the game, or stands for itself', () => {
  expect(wordName('quadominos', '+2', say)).toBe('two more tiles');
  expect(wordName('quadominos', 'draw', say)).toBe('draw');
});

it('a move says what stands on its tile, one after the other', () => {
  expect(moveName('quadominos', '0,-2=3013', say)).toBe('board.laid 0,-2|3 0 1 3');
  expect(moveName('quadominos', '1,0=2345+2', say)).toBe('board.laid_with board.laid 1,0|2 3 4 5|two more tiles');
  expect(moveName('quads', 'c4=TPPP', say)).toBe('board.laid c4|towards, P, P, P');
  expect(moveName('exago', 'e5-f6/c3', say)).toBe('e5-f6/c3');
});

it('the symbols of a board come with those inside of them, and no others', () => {
  const symbols = {
    'quads-light': '',
    'quads-light-PPST': '<use href="#page-glyph-a"/>',
    'glyph-a': '',
    'glyph-b': '',
  };
  expect(closure(symbolsIn(BOARD), symbols)).toEqual(['glyph-a', 'quads-light', 'quads-light-PPST']);
  expect(closure(['missing'], symbols)).toEqual([]);
});
