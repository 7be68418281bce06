import { beforeAll, expect, test } from 'vitest';
import { readLanguage } from '../../../plugins/catalogues';
import type { ListedMatch } from '../../../src/api/schemas';
import { ago, opponentsOf, until } from '../../../src/features/home/listed-match';
import { setCatalogue } from '../../../src/i18n/messages';

beforeAll(() => setCatalogue('en', readLanguage('en')));

const MINUTE = 60_000;
const NOW = 1e12;

function match(names: string[], mine: number[]): ListedMatch {
  const seats = names.map((name) => ({ kind: name ? 'person' : 'open', name, account: '' }));
  return { seats, mine } as unknown as ListedMatch;
}

test.each([
  [['Ann', 'Ben', 'Cem'], [0], 'with Ben and Cem'],
  [['Ann', ''], [0], ''],
  [['Ann', 'Ben'], [], 'Ann and Ben'],
] as const)('of %o with my seats %o the others are named', (names, mine, told) => {
  expect(opponentsOf(match([...names], [...mine]))).toBe(told);
});

test('a bot is called one', () => {
  const seats = [{ kind: 'person', name: 'Robo', account: 'bot' }];
  expect(opponentsOf({ seats, mine: [] } as unknown as ListedMatch)).toBe('Robo (bot)');
});

test.each([
  [0, 'just now'],
  [5, '5 minutes ago'],
  [3 * 60, '3 hours ago'],
  [24 * 60, 'yesterday'],
])('%i minutes ago are %s', (minutes, told) => {
  expect(ago(NOW - minutes * MINUTE, NOW)).toBe(told);
});

test.each([
  [1, '1 minute left'],
  [5 * 60, '5 hours left'],
  [50 * 60, '2 days left'],
])('%i minutes to go are %s', (minutes, told) => {
  expect(until(NOW + minutes * MINUTE, NOW)).toBe(told);
});
