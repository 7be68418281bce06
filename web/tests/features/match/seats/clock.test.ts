import { expect, test } from 'vitest';
import { readLanguage } from '../../../../plugins/catalogues';
import type { Clock } from '../../../../src/api/schemas';
import { firstTurnLeft, hearTimes, showTime, timeLeft, warningsFor } from '../../../../src/features/match/seats/clock';
import { setCatalogue } from '../../../../src/i18n/messages';

const none = { awaited: null, first_turn: null };
const clock: Clock = { kind: 'fischer', time: 60, increment: 5, left: [50_000, 60_000], running: 0, ...none };
const waiting: Clock = { ...clock, running: null, awaited: 1, first_turn: 70_000 };

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

test('who listens is warned at a minute and at ten seconds of the own time', () => {
  const running = { ...clock, left: [65_000, 60_000] };
  expect(warningsFor(running, 0, 1000)).toEqual([
    { wait: 4000, seconds: 60 },
    { wait: 54_000, seconds: 10 },
  ]);
  expect(warningsFor(clock, 0, 0)).toEqual([{ wait: 40_000, seconds: 10 }]);
  expect(warningsFor(clock, 1, 0)).toEqual([]);
  expect(warningsFor(clock, null, 0)).toEqual([]);
});

test('a first turn with a limit goes down while clocks wait, and warns', () => {
  expect(firstTurnLeft(waiting, 1, 1500)).toBe(68_500);
  expect(firstTurnLeft(waiting, 0, 1500)).toBeNull();
  expect(firstTurnLeft(clock, 0, 1500)).toBeNull();
  expect(timeLeft(waiting, 1, 1500)).toBe(60_000);
  expect(warningsFor(waiting, 0, 0)).toEqual([]);
  expect(warningsFor(waiting, 1, 0).map(({ wait }) => wait)).toEqual([10_000, 60_000]);
  expect(warningsFor({ ...waiting, running: 1, left: [0, 15_000] }, 1, 0)).toEqual([{ wait: 5_000, seconds: 10 }]);
});

test('the time of all is told in words', () => {
  setCatalogue('en', readLanguage('en'));
  expect(hearTimes({ ...clock, left: [61_000, 3_600_000] }, 0, (seat) => `seat ${seat}`)).toBe(
    'seat 0: 1 minute 1 second. seat 1: 1 hour 0 seconds.',
  );
  expect(hearTimes({ ...clock, left: null }, 0, String)).toBe('');
});
