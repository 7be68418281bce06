import { expect, test } from 'vitest';
import type { PuzzleSummary } from '../../../src/api/schemas';
import { chooseNext, listThemes, select, themesOf } from '../../../src/features/puzzles/puzzle-choice';

const LIST: PuzzleSummary[] = [900, 1100, 1250, 1400, 1600, 1900].map((rating, place) => ({
  id: `p${rating}`,
  goal: 'win',
  moves: 2,
  rating,
  themes: ['puzzles.theme.win_in_two', ...(place % 2 ? ['tiles.theme.loop'] : [])],
}));
const ALL = { theme: '', band: 'any' } as const;
const never = (): boolean => false;

test('the next puzzle is the one closest to the own rating', () => {
  expect(chooseNext(LIST, ALL, never, 1580)?.id).toBe('p1600');
  expect(chooseNext(LIST, ALL, never, undefined)?.id).toBe('p1250');
  expect(chooseNext(LIST, ALL, never, 1580, 'p1600')?.id).toBe('p1400');
});

test('puzzles that were tried come again only when there are no others', () => {
  expect(chooseNext(LIST, ALL, (id) => id !== 'p1900', 900)?.id).toBe('p1900');
  expect(chooseNext(LIST, ALL, () => true, 900, 'p1100')?.id).toBe('p1250');
  expect(chooseNext(LIST, ALL, () => true, 900, 'p1900')?.id).toBe('p900');
  expect(chooseNext([], ALL, never, 900)).toBeNull();
});

test('the filter keeps a theme and a third of the difficulties', () => {
  expect(select(LIST, { theme: 'tiles.theme.loop', band: 'any' }).map(({ id }) => id)).toEqual([
    'p1100',
    'p1400',
    'p1900',
  ]);
  expect(select(LIST, { theme: '', band: 'hard' }).map(({ id }) => id)).toEqual(['p1600', 'p1900']);
  expect(select(LIST, { theme: 'tiles.theme.loop', band: 'easy' }).map(({ id }) => id)).toEqual(['p1100']);
  expect(chooseNext(LIST, { theme: 'tiles.theme.loop', band: 'any' }, never, 1250)?.id).toBe('p1100');
});

test('themes come with the number of their puzzles', () => {
  expect(listThemes(LIST)).toEqual([
    { theme: 'puzzles.theme.win_in_two', count: 6 },
    { theme: 'tiles.theme.loop', count: 3 },
  ]);
});

test('only the goal is told of a puzzle that is not solved', () => {
  expect(themesOf(LIST[1]!, false)).toEqual(['puzzles.theme.win_in_two']);
  expect(themesOf(LIST[1]!, true)).toEqual(['puzzles.theme.win_in_two', 'tiles.theme.loop']);
});
