import { expect, test } from 'vitest';
import type { EventBody, MatchEvent, StoredSeat } from '../../../src/api/client';
import { seatedPlayers, seatsOf, standingMoves, tellEvent } from '../../../src/features/match/event-log';

function story(...bodies: EventBody[]): MatchEvent[] {
  return bodies.map((body, place) => ({ sequence: place + 1, time: 0, body }));
}

function played(ply: number, move: string, by: 'player' | 'clock' = 'player'): EventBody {
  return { kind: 'played', seat: ply % 2, ply, move, by };
}

const ANN: StoredSeat = { kind: 'person', player: 'a', name: 'Ann' };
const OPEN: StoredSeat = { kind: 'open', player: '', name: '' };
const CREATED: EventBody = {
  kind: 'created',
  settings: { game: 'quads', seats: 2, options: {}, clock: { kind: 'none', time: 0, increment: 0 }, is_public: false },
  seats: [ANN, OPEN],
  creator: 'a',
};

test('moves that were taken back are gone', () => {
  const events = story(played(0, 'a'), played(1, 'b'), played(2, 'c'), { kind: 'taken_back', ply: 1 }, played(1, 'd'));
  expect(standingMoves(events).map((move) => move.move)).toEqual(['a', 'd']);
});

test('a deal begins a round', () => {
  const dealt: EventBody = { kind: 'dealt', order: [] };
  const moves = standingMoves(story(dealt, played(0, 'a'), dealt, played(1, 'b', 'clock')));
  expect(moves.map((move) => move.round)).toEqual([0, 1]);
  expect(moves.map((move) => move.isByClock)).toEqual([false, true]);
});

test('who sits where follows joining, lots, and leaving', () => {
  const joined: EventBody = { kind: 'joined', seat: 1, player: 'b', name: 'Ben' };
  const events = story(CREATED, joined, { kind: 'started', order: [1, 0] });
  expect(seatedPlayers(events).map((seat) => seat.name)).toEqual(['Ben', 'Ann']);
  expect(seatsOf(events, 'a')).toEqual([1]);
  expect(seatsOf(events, 'c')).toEqual([]);
  const replaced = [...events, ...story({ kind: 'replaced', seat: 1, level: 'simple' })];
  expect(seatsOf(replaced, 'a')).toEqual([]);
  expect(seatedPlayers(story(CREATED, joined, { kind: 'opened', seat: 1 }))[1]).toEqual(OPEN);
});

test('one person may sit on several seats', () => {
  expect(seatsOf(story({ ...CREATED, seats: [ANN, ANN] }), 'a')).toEqual([0, 1]);
});

test('an event is told by a code with the names put in', () => {
  const told = tellEvent(
    { kind: 'played', seat: 1, ply: 0, move: 'e5', by: 'clock' },
    (seat) => `seat ${seat}`,
    (move) => move,
  );
  expect(told).toEqual({ code: 'page.event.played_by_clock', values: { name: 'seat 1', move: 'e5' } });
});

test('a seat that an account has claimed is that account’s', () => {
  const events = [
    {
      kind: 'created',
      settings: {},
      seats: [{ kind: 'person', player: 'guest', name: 'Ann' }, { kind: 'open' }],
      creator: 'guest',
    },
    { kind: 'claimed', seat: 0, player: 'account', name: 'Ann' },
  ].map((body, k) => ({ sequence: k + 1, time: 0, body })) as unknown as MatchEvent[];
  expect(seatsOf(events, 'account')).toEqual([0]);
  expect(seatsOf(events, 'guest')).toEqual([]);
});
