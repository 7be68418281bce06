import { expect, test } from 'vitest';
import type { StoredSeat } from '../../../src/api/schemas';
import { eventLog, settingsOf, type BodyDraft } from '../../event-logs';
import { seatedPlayers, seatsOf, standingMoves, describeEvent } from '../../../src/features/match/event-log';

function played(ply: number, move: string, by: 'player' | 'clock' = 'player'): BodyDraft {
  return { kind: 'played', seat: ply % 2, ply, move, by };
}

const ANN: StoredSeat = { kind: 'person', player: 'a', name: 'Ann', account: '' };
const OPEN: StoredSeat = { kind: 'open', player: '', name: '', account: '' };
const CREATED = {
  kind: 'created' as const,
  settings: settingsOf('tiles'),
  seats: [ANN, OPEN],
  creator: 'a',
} satisfies BodyDraft;

test('moves that were taken back are gone', () => {
  const events = eventLog(
    played(0, 'a'),
    played(1, 'b'),
    played(2, 'c'),
    { kind: 'taken_back', ply: 1 },
    played(1, 'd'),
  );
  expect(standingMoves(events).map((move) => move.move)).toEqual(['a', 'd']);
});

test('a deal begins a round', () => {
  const dealt: BodyDraft = { kind: 'dealt', order: [] };
  const moves = standingMoves(eventLog(dealt, played(0, 'a'), dealt, played(1, 'b', 'clock')));
  expect(moves.map((move) => move.round)).toEqual([0, 1]);
  expect(moves.map((move) => move.isByClock)).toEqual([false, true]);
});

test('who sits where follows joining, lots, and leaving', () => {
  const joined: BodyDraft = { kind: 'joined', seat: 1, player: 'b', name: 'Ben' };
  const events = eventLog(CREATED, joined, { kind: 'started', order: [1, 0] });
  expect(seatedPlayers(events).map((seat) => seat.name)).toEqual(['Ben', 'Ann']);
  expect(seatsOf(events, 'a')).toEqual([1]);
  expect(seatsOf(events, 'c')).toEqual([]);
  const replaced = [...events, ...eventLog({ kind: 'replaced', seat: 1, level: 'simple' })];
  expect(seatsOf(replaced, 'a')).toEqual([]);
  expect(seatedPlayers(eventLog(CREATED, joined, { kind: 'opened', seat: 1 }))[1]).toEqual({
    kind: 'open',
    player: '',
    name: '',
  });
});

test('one person may sit on several seats', () => {
  expect(seatsOf(eventLog({ ...CREATED, seats: [ANN, ANN] }), 'a')).toEqual([0, 1]);
});

test('an event is told by a code with the names put in', () => {
  const told = describeEvent({ kind: 'resigned', format: 1, seat: 1 }, (seat) => `seat ${seat}`);
  expect(told).toEqual({ code: 'page.event.resigned', values: { name: 'seat 1' } });
});

test('a seat that an account has claimed is that account’s', () => {
  const events = eventLog(
    { ...CREATED, seats: [{ ...ANN, player: 'guest' }, OPEN], creator: 'guest' },
    { kind: 'claimed', seat: 0, player: 'account', name: 'Ann' },
  );
  expect(seatsOf(events, 'account')).toEqual([0]);
  expect(seatsOf(events, 'guest')).toEqual([]);
});
