import { expect, test } from 'vitest';
import type { Tournament } from '../../../src/api/schemas';
import {
  canEnter,
  canWithdraw,
  crossTable,
  emptyTournament,
  formatPoints,
  poolName,
  wishOfTournament,
} from '../../../src/features/tournaments/tournaments';

test('points are written as people write them', () => {
  expect([1, 0.5, 1 / 3, 2.25].map(formatPoints)).toEqual(['1', '0.5', '0.33', '2.25']);
});

test('options that were left alone are not sent, and large tables are Swiss', () => {
  const form = { ...emptyTournament(), name: ' Cup ', game: 'hexes', seats: 4, options: { side: ' 6 ', early: '' } };
  expect(wishOfTournament(form)).toMatchObject({ name: 'Cup', system: 'swiss', options: { side: '6' }, with_me: true });
  expect(wishOfTournament({ ...form, seats: 2, system: 'knockout' }).system).toBe('knockout');
});

test('rounds are asked for in a Swiss system only', () => {
  const form = { ...emptyTournament(), rounds: 5 };
  expect(wishOfTournament({ ...form, system: 'swiss' }).rounds).toBe(5);
  expect(wishOfTournament({ ...form, system: 'round-robin' }).rounds).toBe(0);
});

test('the cross table has the order of the standings', () => {
  const one = { rank: 1, points: 1, games: 1, tie_breaks: [] };
  const tournament = {
    standings: [
      { ...one, entry: 2, against: { '0': 1 } },
      { ...one, entry: 0, against: { '2': 0 } },
      { ...one, entry: 1, against: {} },
    ],
  } as unknown as Tournament;
  expect(crossTable(tournament)).toEqual([
    ['', '1', ''],
    ['0', '', ''],
    ['', '', ''],
  ]);
});

test('a pool is named by its game, seats and options', () => {
  const say = (_: string, { game, seats }: Record<string, string | number>) => `${game} for ${seats}`;
  expect(poolName('hexes 3 early=on side=6', 'Hexes', say)).toBe('Hexes for 3, early=on, side=6');
});

test('late comers enter a Swiss system and an arena, and who is out of an arena comes back', () => {
  const base = { status: 'running', me: null, entries: [], rounds: [{}], rounds_planned: 2 };
  const of = (change: object) => ({ ...base, ...change }) as unknown as Tournament;
  expect(canEnter(of({ system: 'swiss' }))).toBe(true);
  expect(canEnter(of({ system: 'swiss', rounds: [{}, {}] }))).toBe(false);
  expect(canEnter(of({ system: 'knockout' }))).toBe(false);
  expect(canEnter(of({ system: 'knockout', status: 'open' }))).toBe(true);
  const out = of({ system: 'arena', me: 0, entries: [{ is_away: true }] });
  expect([canEnter(out), canWithdraw(out)]).toEqual([true, false]);
  expect(canWithdraw(of({ system: 'arena', me: 0, entries: [{ is_away: false }] }))).toBe(true);
  expect(canWithdraw(of({ system: 'swiss', status: 'over', me: 0, entries: [{}] }))).toBe(false);
});
