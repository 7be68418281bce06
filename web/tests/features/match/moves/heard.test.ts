import { beforeAll, expect, test } from 'vitest';
import { readLanguage } from '../../../../plugins/catalogues';
import type { MoveWords } from '../../../../src/api/schemas';
import { hearMove, hearScores } from '../../../../src/features/match/moves/heard';
import { addWords, setCatalogue } from '../../../../src/i18n/messages';

beforeAll(() => {
  setCatalogue('en', readLanguage('en'));
  addWords({
    tiles: {
      'move.lay': '{who, select, you {You} other {{name}}} laid a tile',
      'heard.lay': '{who, select, you {You} other {{name}}} laid S P on {to}',
      'heard.back': '{cells} went back',
      'points.tile': 'Tiles',
      'points.bonus': 'Bonus',
    },
  });
});

const WORDS: MoveWords = {
  code: 'tiles.move.lay',
  values: {},
  cells: ['c4'],
  ply: 0,
  gains: [
    { seat: 1, code: 'tile', points: 8 },
    { seat: 1, code: 'bonus', points: 25 },
    { seat: 0, code: 'tile', points: -20 },
  ],
  heard: [
    { code: 'tiles.heard.lay', values: { to: 'c4' } },
    { code: 'tiles.heard.back', values: { cells: 'a1, b2' } },
  ],
};
const LISTENER = {
  game: 'tiles',
  detail: 'normal' as const,
  isSpelled: false,
  nameOf: (seat: number) => ['Ann', 'Ben'][seat] ?? '',
  isMine: (seat: number) => seat === 0,
};
const PLAYED = { seat: 1, move: 'c4=SP' };

test('a move is heard with its place, what it led to, and the points of all', () => {
  expect(hearMove(PLAYED, WORDS, LISTENER)).toBe(
    'Ben laid S P on c4. a1, b2 went back. Ben: +33 points (Tiles +8, Bonus +25). You: −20 points.',
  );
});

test('briefly it is heard by its notation, or letter by letter', () => {
  const brief = { ...LISTENER, detail: 'brief' as const };
  expect(hearMove({ ...PLAYED, seat: 0 }, { ...WORDS, gains: [] }, brief)).toBe('You: c4=SP. a1, b2 went back.');
  expect(hearMove(PLAYED, { ...WORDS, gains: [], heard: [] }, { ...LISTENER, isSpelled: true })).toBe('Ben: c4 S P.');
});

test('a move without words is heard by its notation, one of the clock as such', () => {
  expect(hearMove(PLAYED, undefined, LISTENER)).toBe('Ben: c4=SP.');
  expect(hearMove({ ...PLAYED, isByClock: true }, undefined, LISTENER)).toBe(
    'Time was up, and the clock played. Ben: c4=SP.',
  );
});

test('scores are heard of all', () => {
  expect(hearScores([-20, 33], LISTENER)).toBe('you −20, Ben 33');
});
