import { expect, test } from 'vitest';
import {
  isUp,
  leftOf,
  newTimer,
  pass,
  pause,
  readSetting,
  restartTurn,
  run,
  type TimerSetting,
} from '../../../src/features/box/timer';

const TURN: TimerSetting = { kind: 'turn', players: 3, seconds: 30, increment: 0 };

test('a turn begins with its whole time, and comes round', () => {
  let timer = run(newTimer(TURN), 1000);
  expect(leftOf(timer, 0, 11_000)).toBe(20_000);
  timer = pass(timer, 11_000);
  expect([timer.turn, leftOf(timer, 1, 11_000), leftOf(timer, 0, 20_000)]).toEqual([1, 30_000, 30_000]);
  timer = pass(pass(timer, 12_000), 13_000);
  expect(timer.turn).toBe(0);
});

test('time that is up stays up until the turn is passed on', () => {
  const timer = run(newTimer(TURN), 0);
  expect(isUp(timer, 29_999)).toBe(false);
  expect(isUp(timer, 30_000)).toBe(true);
  expect(leftOf(timer, 0, 99_000)).toBe(0);
  expect(isUp(pass(timer, 99_000), 99_000)).toBe(false);
});

test('a pause keeps what is left', () => {
  const paused = pause(run(newTimer(TURN), 0), 5000);
  expect(leftOf(paused, 0, 60_000)).toBe(25_000);
  expect(leftOf(run(paused, 60_000), 0, 61_000)).toBe(24_000);
  expect(leftOf(restartTurn(paused, 61_000), 0, 61_000)).toBe(30_000);
});

test('a clock for each player keeps their times, and adds the increment', () => {
  const sudden = pass(run(newTimer({ ...TURN, kind: 'sudden' }), 0), 4000);
  expect(sudden.left).toEqual([26_000, 30_000, 30_000]);
  const fischer = pass(run(newTimer({ ...TURN, kind: 'fischer', increment: 2 }), 0), 4000);
  expect(fischer.left).toEqual([28_000, 30_000, 30_000]);
});

test('who has no time left is passed over', () => {
  let timer = run(newTimer({ ...TURN, kind: 'fischer', seconds: 5, increment: 1 }), 0);
  timer = pass(timer, 9000); // the first one's time is up
  timer = pass(pass(timer, 10_000), 11_000);
  expect([timer.turn, timer.left]).toEqual([1, [0, 5000, 5000]]);
});

test('a setting is read as it was kept, and what is not possible is the usual', () => {
  const usual = { ...TURN, players: 2 };
  expect(readSetting(JSON.stringify(TURN), usual)).toEqual(TURN);
  expect(readSetting('{"kind":"sand","players":99,"seconds":0,"increment":-1}', usual)).toEqual(usual);
  for (const text of [null, 'x', 'null']) expect(readSetting(text, usual)).toEqual(usual);
});
