import { beforeAll, expect, test } from 'vitest';
import { readLanguage } from '../../../../plugins/catalogues';
import type { BoardState } from '../../../../src/api/schemas';
import { answer, fitting, parseQuestion, type Known } from '../../../../src/features/match/moves/board-questions';
import { say, setCatalogue } from '../../../../src/i18n/messages';

beforeAll(() => setCatalogue('en', readLanguage('en')));

const item = (name: string, symbol: string) => ({ symbol, x: 0, y: 0, turn: 0, scale: 1, name, way: [] });
const BOARD: BoardState = {
  box: [0, 0, 1, 1],
  cells: [],
  items: [item('', 'centre'), item('e5', 'tile-0'), item('d5', 'tile-1')],
  labels: [],
  marks: [],
  hands: [{ seat: 0, symbol: 'tile-0', number: 11, items: [], backs: 0, back: '' }],
  shared: [],
  well: null,
  placing: 'tile-0',
};
const NAMES = { 'tile-0': ['red tile'], 'tile-1': ['blue tile'] };
const MOVES = ['e5', 'e6', 'f6'].map((move) => ({ move, clicks: [{ kind: 'cell' as const, name: move }] }));

function known(further: Partial<Known> = {}): Known {
  const table = { game: 'hexes', board: BOARD, names: NAMES, seat: 0 };
  return { ...table, moves: MOVES, isWhole: true, played: [], scores: '', times: '', say, ...further };
}

test('questions are read in any case, with what they are about', () => {
  expect(parseQuestion(' Where  e5 ', say)).toEqual({ question: 'where', about: 'e5' });
  expect(parseQuestion('moves', say)).toEqual({ question: 'moves', about: '' });
  expect(parseQuestion('e5', say)).toBeNull();
  expect(parseQuestion('', say)).toBeNull();
});

test('questions are read in the language of the reader too', () => {
  setCatalogue('fr', readLanguage('fr'));
  expect(parseQuestion('où e5', say)).toEqual({ question: 'where', about: 'e5' });
  expect(parseQuestion('where e5', say)).toEqual({ question: 'where', about: 'e5' });
  setCatalogue('en', readLanguage('en'));
});

test('the legal moves are told, and those that begin so', () => {
  expect(answer('moves', '', known())).toBe('3 legal moves: e5; e6; f6.');
  expect(answer('moves', 'E', known())).toBe('2 legal moves: e5; e6.');
  expect(answer('moves', 'a', known())).toBe('No legal move is so.');
  expect(answer('moves', '', known({ isWhole: false }))).toContain('There are more');
});

test('what lies where is told, of a cell or of the whole table', () => {
  expect(answer('where', '', known())).toBe('d5: blue tile; e5: red tile. In your hand: 11.');
  expect(answer('where', 'e5', known())).toBe('e5: red tile.');
  expect(answer('where', 'a1', known())).toBe('a1, empty.');
  expect(answer('where', '', known({ board: { ...BOARD, items: [], hands: [] } }))).toBe('Nothing lies on the board.');
});

test('the last move is told, or the last few, or that there was none', () => {
  const played = ['Ann: e5.', 'Ben: e6.', 'Ann: f6.'];
  expect(answer('last', '', known({ played }))).toBe('Ann: f6.');
  expect(answer('last', '2', known({ played }))).toBe('Ben: e6. Ann: f6.');
  expect(answer('last', '9', known({ played }))).toBe(played.join(' '));
  expect(answer('last', '', known())).toBe('No move has been made yet.');
  expect(answer('help', '', known())).toContain('“moves” lists');
});

test('questions are answered while somebody else is to move', () => {
  expect(answer('moves', '', known({ moves: null }))).toContain('It is not your turn.');
  expect(answer('hand', '', known())).toBe('In your hand: 11.');
  expect(answer('hand', '', known({ seat: null }))).toBe('You hold no hand here.');
  expect(answer('score', '', known())).toBe('No points are counted in this game.');
  expect(answer('score', '', known({ scores: 'Points: you 3.' }))).toBe('Points: you 3.');
  expect(answer('time', '', known())).toBe('There is no clock.');
});

const MANY = ['a1', 'b2'].flatMap((cell) =>
  ['0011', '0123'].flatMap((tile) =>
    ['w', 'x', 'y', 'z'].map((way) => ({
      move: `${cell}=${tile}${way}`,
      clicks: [
        { kind: 'item' as const, name: tile },
        { kind: 'way' as const, name: way },
        { kind: 'cell' as const, name: cell },
      ],
    })),
  ),
);

test('many moves are told in groups, by square or by tile', () => {
  expect(answer('moves', '', known({ moves: MANY }))).toBe('16 legal moves: a1 (8); b2 (8). Ask on, like: moves a1.');
  expect(answer('moves', 'tiles', known({ moves: MANY }))).toBe(
    '16 legal moves: 0011 (8); 0123 (8). Ask on, like: moves 0011.',
  );
  expect(answer('moves', 'b2 0123', known({ moves: MANY }))).toMatch(/^4 legal moves: /);
  const one = MANY.map((move) => ({
    ...move,
    clicks: move.clicks.map((each) => (each.kind === 'cell' ? { ...each, name: 'a1' } : each)),
  }));
  expect(answer('moves', '', known({ moves: one }))).toContain('0011 (8); 0123 (8)');
});

test('a way that comes back to a cell is told apart from others, step by step', () => {
  const way = (...names: string[]) => ({
    move: names.join(''),
    clicks: names.map((name) => ({ kind: 'cell' as const, name })),
  });
  const loops = [way('a1', 'a2', 'b2', 'a2'), way('a1', 'a2', 'b2', 'c2'), way('a1', 'b1', 'a1', 'a2')];
  expect(fitting(loops, 'a1 a2 b2 a2')).toEqual([loops[0]]);
  expect(fitting(loops, 'a1 a2')).toEqual(loops.slice(0, 2));
  expect(fitting(loops, 'c2')).toEqual([loops[1]]);
});
