import { expect, test } from 'vitest';
import type { Clock } from '../../../../src/api/schemas';
import { showTime, timeLeft } from '../../../../src/features/match/seats/clock';

const clock: Clock = { kind: 'fischer', time: 60, increment: 5, left: [50_000, 60_000], running: 0 };

test('only the running clock goes down, and never below nothing', () => {
  expect(timeLeft(clock, 0, 1500)).toBe(48_500);
  expect(timeLeft(clock, 1, 1500)).toBe(60_000);
  expect(timeLeft(clock, 0, 99_000)).toBe(0);
});

test('a clock never gains time from a message that seems to come from the future', () => {
  expect(timeLeft(clock, 0, -300)).toBe(50_000);
});

test('without a limit there is nothing to show', () => {
  expect(timeLeft({ ...clock, left: null, running: null }, 0, 5)).toBeNull();
});

test.each([
  [0, '0.0'],
  [4_321, '4.4'],
  [9_999, '10.0'],
  [10_000, '0:10'],
  [61_001, '1:02'],
  [3_600_000, '1:00:00'],
])('%i milliseconds are shown as %s', (milliseconds, text) => {
  expect(showTime(milliseconds).text).toBe(text);
});

test('days are counted apart', () => {
  expect(showTime(2 * 86_400_000 + 3_661_000)).toEqual({ days: 2, text: '1:01:01', isShort: false });
});
