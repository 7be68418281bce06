import { beforeEach, expect, test } from 'vitest';
import type { Sentence, Verdict } from '../../../src/api/schemas';
import { saySentence, sayVerdict } from '../../../src/features/review/review.svelte';
import { setCatalogue } from '../../../src/i18n/messages';

const NAMES = ['red', 'Ben'];

beforeEach(() =>
  setCatalogue('en', {
    'search.story.ahead': '{who, select, you {you were} other {{name} was}} ahead until move {number}.',
    'search.story.there': 'There, {better} would have {merit}.',
    'search.merit.forced': 'won by force',
    'search.merit.stopped': 'kept {rival_who, select, you {you} other {{rival}}} from winning',
    'search.review.allowed_win': '{move} overlooks {answer}, {once, select, yes {at once} other {by force}}.',
    'search.merit.and': '{first} and {second}',
  }),
);

function sentence(code: string, some: Partial<Sentence> = {}): Sentence {
  return {
    code: `search.story.${code}`,
    seat: 0,
    values: { number: 9, better: 'c4' },
    merits: [],
    rival: 1,
    ply: 9,
    ...some,
  };
}

test('a sentence speaks to the reader, and of others by name', () => {
  expect(saySentence(sentence('ahead'), NAMES, 0)).toBe('You were ahead until move 9.');
  expect(saySentence(sentence('ahead'), NAMES, null)).toBe('Red was ahead until move 9.');
});

test('what a better move would have done is put together', () => {
  const merits = ['stopped', 'forced'].map((name) => ({ code: `search.merit.${name}`, values: {} }));
  const told = sentence('there', { merits });
  expect(saySentence(told, NAMES, 0)).toBe('There, c4 would have kept Ben from winning and won by force.');
  expect(saySentence(told, NAMES, 1)).toBe('There, c4 would have kept you from winning and won by force.');
});

test('a verdict shows two moves of an answer, and tells a win at once', () => {
  const verdict: Verdict = {
    ply: 9,
    seat: 0,
    move: 'c3',
    chances: [0, 1],
    proved: 'loss',
    cost: 0.5,
    best: 'e1',
    line: ['e1'],
    answer: ['d1', 'd2', 'd3'],
    reason: 'allowed_win',
    at_once: false,
  };
  expect(sayVerdict(verdict)).toBe('c3 overlooks d1 d2, by force.');
  expect(sayVerdict({ ...verdict, answer: ['d1'], at_once: true })).toBe('c3 overlooks d1, at once.');
});
