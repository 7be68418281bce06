// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { puzzles } from '../../../src/api/puzzles';
import type { Puzzle } from '../../../src/api/schemas';
import { countRow, dayOf, journal } from '../../../src/features/puzzles/puzzle-journal';

const PUZZLE = { game: 'tiles', id: '0a1b' } as Puzzle;
const rate = vi.spyOn(puzzles, 'rate');

beforeEach(() => {
  localStorage.clear();
  rate.mockReset();
  rate.mockResolvedValue({ rating: 1230.4, deviation: 200 });
});

test('a row of days ends with today or yesterday', () => {
  const days = ['2030-02-26', '2030-02-27', '2030-02-28', '2030-03-01'];
  expect(countRow(days, '2030-03-01')).toBe(4);
  expect(countRow(days, '2030-03-02')).toBe(4);
  expect(countRow(days, '2030-03-03')).toBe(0);
  expect(countRow(['2030-02-26', '2030-02-28'], '2030-02-28')).toBe(1);
  expect(dayOf(new Date(2030, 0, 31, 23, 59))).toBe('2030-01-31');
});

test('only the first try counts', async () => {
  expect(await journal.finishFirstTry(PUZZLE, false, '2030-01-31')).toBe(30);
  expect(journal.days()).toEqual([]);
  expect(await journal.finishFirstTry(PUZZLE, true, '2030-01-31')).toBeNull();
  expect(journal.days()).toEqual([]);
  expect(rate).toHaveBeenCalledTimes(1);
  expect(journal.ratingOf('tiles')?.rating).toBe(1230.4);
});

test('a first try that solves the puzzle of the day makes the row longer', async () => {
  await journal.finishFirstTry(PUZZLE, true, '2030-01-31');
  expect(journal.days()).toEqual(['2030-01-31']);
  rate.mockResolvedValue({ rating: 1250, deviation: 190 });
  expect(await journal.finishFirstTry({ ...PUZZLE, id: 'other' }, true, null)).toBe(20);
  expect(rate).toHaveBeenLastCalledWith('tiles', 'other', true, { rating: 1230.4, deviation: 200 });
  expect(journal.days()).toEqual(['2030-01-31']);
});

test('without a connection the try counts and the rating stays', async () => {
  rate.mockRejectedValue(new Error('offline'));
  expect(await journal.finishFirstTry(PUZZLE, true, null)).toBeNull();
  expect(journal.isTried('tiles', '0a1b')).toBe(true);
  expect(journal.ratingOf('tiles')).toBeNull();
});

test('what another page stored is no journal', () => {
  localStorage.setItem('fourfold.puzzles', '7');
  localStorage.setItem('fourfold.solved', 'broken');
  expect(journal.row()).toBe(0);
  expect(journal.solvedOf('tiles')).toEqual([]);
});

test('a new solver has a rating', async () => {
  expect(journal.pointsOf('tiles')).toBe(1200);
  await journal.finishFirstTry(PUZZLE, true, null);
  expect(journal.pointsOf('tiles')).toBe(1230);
});

test.each([
  [true, 'counted', 'counted'],
  [false, 'missed', 'late'],
])('a first try that solves the puzzle of the day (%o) leaves it %s, then %s', async (isSolved, standing, later) => {
  const told = (): string => journal.standingOf('tiles', '0a1b', '2030-01-31');
  expect(told()).toBe('open');
  await journal.finishFirstTry(PUZZLE, isSolved, '2030-01-31');
  expect(told()).toBe(standing);
  journal.addSolved('tiles', '0a1b');
  expect(told()).toBe(later);
});
