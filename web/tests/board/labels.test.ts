import { expect, it } from 'vitest';
import type { BoardState } from '../../src/api/schemas';
import { closure, symbolsIn } from '../../src/board/drawing/symbols';
import type { Click } from '../../src/board/input/move-path';
import { cellName, moveName, pieceName, spell, wordName, type Say } from '../../src/board/labels';

const WORDS: Record<string, string> = { 'tiles.click.+2': 'two more' };
const say: Say = (code, values) => WORDS[code] ?? (values ? `${code} ${Object.values(values).join('|')}` : code);

const NAMES = {
  four: ['light a, b, c, d', 'light d, a, b, c', 'light c, d, a, b', 'light b, c, d, a'],
  pebble: ['light pebble'],
  given: ['tall one'],
};

const BOARD: BoardState = {
  box: [0, 0, 1, 1],
  cells: [],
  items: [{ symbol: 'four', name: 'a1', x: 0, y: 0, turn: 90, scale: 1, way: [] }],
  labels: [],
  marks: [],
  hands: [
    {
      seat: 0,
      symbol: 'badge',
      number: 2,
      items: [
        { symbol: 'four', click: 'abcd', turn: 0, lying: [{ click: 'dabc', symbol: 'four', turn: 90 }] },
        { symbol: 'pebble', click: 'p', turn: 0, lying: [] },
      ],
      backs: 0,
      back: '',
    },
  ],
  shared: [],
  well: null,
  placing: '',
};
const CONTEXT = { game: 'tiles', board: BOARD, names: NAMES, say };
const click = (kind: Click['kind'], name: string): Click => ({ kind, name });

it('a piece is named as it lies', () => {
  expect([0, 90, 270, 360, -90].map((turn) => pieceName(NAMES, { symbol: 'four', turn })[6])).toEqual([
    'a',
    'd',
    'b',
    'a',
    'b',
  ]);
  expect(pieceName(NAMES, { symbol: 'pebble', turn: 180 })).toBe('light pebble');
  expect(pieceName(NAMES, { symbol: 'unknown', turn: 0 })).toBe('');
});

it('a cell says what lies on it', () => {
  expect(cellName(NAMES, 'a1', BOARD.items, say)).toBe('board.cell_with a1|1|light d, a, b, c');
  expect(cellName(NAMES, 'b1', [], say)).toBe('board.cell_empty b1');
});

it('a word has its label in the catalogue of the game, or stands for itself', () => {
  expect(wordName('tiles', '+2', say)).toBe('two more');
  expect(wordName('tiles', 'draw', say)).toBe('draw');
});

it('a move is said by its clicks: the piece as it lies and its cell, with a word if there is one', () => {
  const clicks = [click('item', 'abcd'), click('cell', 'c4'), click('way', 'dabc')];
  expect(moveName({ move: 'x', clicks }, CONTEXT)).toBe('board.laid c4|light d, a, b, c');
  expect(moveName({ move: 'x', clicks: [clicks[1]!, clicks[0]!] }, CONTEXT)).toBe('board.laid c4|light a, b, c, d');
  expect(moveName({ move: 'x', clicks: [...clicks, click('word', '+2')] }, CONTEXT)).toBe(
    'board.laid_with board.laid c4|light d, a, b, c|two more',
  );
  expect(moveName({ move: 'x', clicks: [click('word', '+2')] }, CONTEXT)).toBe('two more');
  expect(moveName({ move: 'x', clicks: [click('item', 'p')] }, CONTEXT)).toBe('light pebble');
});

it('a move of cells alone, or of an unknown piece, is said in notation', () => {
  expect(moveName({ move: 'e5-f6', clicks: [click('cell', 'e5'), click('cell', 'f6')] }, CONTEXT)).toBe('e5-f6');
  expect(moveName({ move: 'x', clicks: [click('item', 'zz'), click('cell', 'f6')] }, CONTEXT)).toBe('x');
});

it('where the piece to place is known, a chosen item is something else', () => {
  const board = { ...BOARD, placing: 'given' };
  const clicks = [click('cell', 'a1'), click('item', 'p')];
  expect(moveName({ move: 'x', clicks }, { ...CONTEXT, board })).toBe(
    'board.laid_with board.laid a1|tall one|light pebble',
  );
});

it('a move is spelled where that is wanted, as it can be typed', () => {
  const clicks = [{ kind: 'item' as const, name: 'PPST' }];
  expect(
    moveName({ move: 'c4=SPTP', clicks }, { game: 'tiles', board: BOARD, names: NAMES, say, isSpelled: true }),
  ).toBe('c4 S P T P');
  expect(spell('draw')).toBe('draw');
});

it('the symbols of a board come with those inside of them, and no others', () => {
  const symbols = {
    badge: '',
    four: '<use href="#page-glyph-a"/>',
    pebble: '',
    given: '',
    'glyph-a': '',
    'glyph-b': '',
  };
  expect(closure(symbolsIn(BOARD), symbols)).toEqual(['badge', 'four', 'glyph-a', 'pebble']);
  expect(closure(symbolsIn({ ...BOARD, placing: 'given' }), symbols)).toContain('given');
  expect(closure(['missing'], symbols)).toEqual([]);
});
