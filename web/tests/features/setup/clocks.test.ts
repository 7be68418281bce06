import { beforeAll, expect, test } from 'vitest';
import { readLanguage } from '../../../plugins/catalogues';
import type { Game } from '../../../src/api/schemas';
import { clockName, isSameClock, NO_CLOCK, shortClockName, usualClocks } from '../../../src/features/setup/clocks';
import { setCatalogue } from '../../../src/i18n/messages';

beforeAll(() => setCatalogue('en', readLanguage('en')));

test.each([
  [{ kind: 'none', time: 0, increment: 0 }, 'no clock', 'none'],
  [{ kind: 'fischer', time: 300, increment: 3 }, '5 minutes + 3 s', '5 + 3'],
  [{ kind: 'fischer', time: 90, increment: 3 }, '90 seconds + 3 s', '90 seconds + 3 s'],
  [{ kind: 'sudden', time: 60, increment: 0 }, '1 minute each', '1 minute each'],
  [{ kind: 'turn', time: 30, increment: 0 }, '30 seconds a turn', '30 seconds a turn'],
  [{ kind: 'days', time: 2, increment: 0 }, '2 days a turn', '2 days a turn'],
] as const)('%o is told in minutes where they are whole', (clock, long, short) => {
  expect([clockName(clock), shortClockName(clock)]).toEqual([long, short]);
});

test('a game with times for each turn offers these', () => {
  const game = { scoring: { turn_seconds: [30, 60] } } as Game;
  const turns = usualClocks(game).filter((clock) => clock.kind === 'turn');
  expect(turns.map((clock) => clock.time)).toEqual([30, 60]);
  expect(usualClocks(game).filter((clock) => isSameClock(clock, NO_CLOCK))).toHaveLength(1);
});
