import { expect, test } from 'vitest';
import type { Game, Option } from '../../../src/api/schemas';
import { emptyForm, setUpAgainstComputer, setUpGuided, wishOf } from '../../../src/features/setup/setup';

function option(name: string, kind: Option['kind'], usual: string): Option {
  return { name, label: name, text: '', kind, default: usual, bounds: {}, words: {} };
}

const GAME: Game = {
  id: 'hexes',
  name: 'Hexes',
  tagline: '',
  authors: [],
  publisher: '',
  year: 0,
  seats: [2, 6],
  seat_names: [],
  scoring: null,
  minutes: 20,
  steps: 6,
  colour: 'light',
  options: [option('side', 'number', '5'), option('early', 'flag', 'off'), option('handicap', 'numbers', '0,0')],
};
const LEVELS = [
  { id: 'random', name: 'Random', about: '', is_usual: false, ratings: {} },
  { id: 'level-2', name: 'Guest', about: '', is_usual: true, ratings: {} },
  { id: 'level-8', name: 'Oracle', about: '', is_usual: false, ratings: {} },
];

test('one click plays the usual game against the usual computer, seats by lot', () => {
  expect(setUpAgainstComputer(GAME, LEVELS)).toEqual({
    game: 'hexes',
    seats: 2,
    options: {},
    clock: { kind: 'none', time: 0, increment: 0 },
    is_public: false,
    places: [{ kind: 'me' }, { kind: 'computer', level: 'level-2' }],
    by_lot: true,
    has_chat: true,
  });
});

test('a first game is played on the first seat, against the first opponent, or the usual one', () => {
  const levels = [...LEVELS, { id: 'level-1', name: 'Newcomer', about: '', is_usual: false, ratings: {} }];
  const wish = setUpGuided(GAME, levels);
  expect(wish.places).toEqual([{ kind: 'me' }, { kind: 'computer', level: 'level-1' }]);
  expect(wish.by_lot).toBe(false);
  expect(setUpGuided(GAME, LEVELS).places[1]).toEqual({ kind: 'computer', level: 'level-2' });
  const other = setUpGuided(GAME, LEVELS, { side: '4', seats: '3' });
  expect(other.options).toEqual({ side: '4' });
  expect(other.places.map((place) => place.kind)).toEqual(['me', 'computer', 'computer']);
});

test('a seat that is chosen is kept', () => {
  const wish = wishOf(GAME, { ...emptyForm(GAME, LEVELS), seats: 3, seat: '1' });
  expect(wish.places.map((place) => place.kind)).toEqual(['computer', 'me', 'computer']);
  expect(wish.by_lot).toBe(false);
});

test('a seat that the table no longer has is drawn by lot', () => {
  const wish = wishOf(GAME, { ...emptyForm(GAME, LEVELS), seats: 2, seat: '4' });
  expect(wish.by_lot).toBe(true);
});

test('only options that differ from the usual are sent', () => {
  const form = emptyForm(GAME, LEVELS);
  form.options = { side: '6', early: 'off', handicap: ' ' };
  expect(wishOf(GAME, form).options).toEqual({ side: '6' });
  form.options = { handicap: '0,0,0' };
  expect(wishOf(GAME, { ...form, seats: 3 }).options).toEqual({});
});

test('at one screen all seats are mine', () => {
  const wish = wishOf(GAME, { ...emptyForm(GAME, LEVELS), way: 'here', seats: 3 });
  expect(wish.places).toEqual([{ kind: 'me' }, { kind: 'me' }, { kind: 'me' }]);
});

test('round a screen in the middle all seats wait for phones, each for its own', () => {
  const wish = wishOf(GAME, { ...emptyForm(GAME, LEVELS), way: 'table', seats: 4, computers: 1 });
  expect(wish.places.map((place) => place.kind)).toEqual(['open', 'open', 'open', 'computer']);
  expect(wish).toMatchObject({ by_lot: false, has_chat: false, has_hints: false, is_public: false });
});

test('among people hints are as was chosen; who plays alone is asked nothing', () => {
  const form = emptyForm(GAME, LEVELS);
  expect(wishOf(GAME, form)).not.toHaveProperty('has_hints');
  expect(wishOf(GAME, { ...form, way: 'invite' }).has_hints).toBe(false);
  expect(wishOf(GAME, { ...form, way: 'public', hasHints: true }).has_hints).toBe(true);
});

test('computers fill up a table that waits for people', () => {
  const wish = wishOf(GAME, { ...emptyForm(GAME, LEVELS), way: 'public', seats: 4, computers: 2 });
  expect(wish.places.map((place) => place.kind)).toEqual(['me', 'open', 'computer', 'computer']);
  expect(wish.is_public).toBe(true);
});

test('an account that is challenged gets the first other seat, only where friends are awaited', () => {
  const form = { ...emptyForm(GAME, LEVELS), seats: 3, challenged: ' Ann ' };
  expect(wishOf(GAME, { ...form, way: 'invite' }).places).toEqual([
    { kind: 'me' },
    { kind: 'account', name: 'Ann' },
    { kind: 'open' },
  ]);
  expect(wishOf(GAME, { ...form, way: 'public' }).places.map((place) => place.kind)).toEqual(['me', 'open', 'open']);
});
