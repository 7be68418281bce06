// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import type { LessonStep } from '../../../src/api/schemas';
import { matches, missOf, progress } from '../../../src/features/learn/lessons';

const STEP: LessonStep = {
  id: 'cut',
  position: '',
  rule: 'F5',
  option: '',
  figure: '',
  seat: null,
  moves: ['e4-*', 'b2'],
  misses: { own: ['e5-*', 'c1'] },
  replies: [],
  further: 0,
  clicks: [],
  refused: '',
  answers: [],
  right: '',
};

beforeEach(() => localStorage.clear());

test('a pattern stands for every move that begins so', () => {
  expect(['b2', 'b21', 'e4-a6', 'e4', 'e5-a6'].map((move) => matches(STEP.moves, move))).toEqual([
    true,
    false,
    true,
    false,
    false,
  ]);
});

test.each([
  ['e4-a6', null],
  ['b2', null],
  ['e5-a1', 'miss.own'],
  ['c1', 'miss.own'],
  ['c12', 'miss'],
])('what is said of %s: %s', (move, expected) => {
  expect(missOf(STEP, move)).toBe(expected);
});

test('without a task any legal move is right', () => {
  expect(missOf({ ...STEP, moves: [], misses: {} }, 'a1')).toBeNull();
});

test('the steps that were done are kept by game, each once', () => {
  progress.add('tiles', 'line');
  progress.add('tiles', 'cut');
  progress.add('tiles', 'line');
  progress.add('pebbles', 'sow');
  expect([progress.of('tiles'), progress.of('pebbles'), progress.of('cards')]).toEqual([['line', 'cut'], ['sow'], []]);
});

test('steps that are gone are forgotten', () => {
  progress.add('tiles', 'line');
  progress.add('tiles', 'old');
  progress.keep('tiles', ['line', 'cut']);
  expect(progress.of('tiles')).toEqual(['line']);
});

test('what cannot be read counts as nothing', () => {
  localStorage.setItem('fourfold.lessons', '[');
  expect(progress.of('tiles')).toEqual([]);
});
