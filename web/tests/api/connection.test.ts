import { beforeEach, expect, test } from 'vitest';
import { Connection, type ConnectionState } from '../../src/api/connection';
import type { MatchEvent, Message, Problem, Table } from '../../src/api/schemas';

/** A socket that does what the test says. */
class Socket {
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  isClosed = false;
  sent: { number: number; command: unknown }[] = [];

  constructor(readonly address: string) {}

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Socket['sent'][number]);
  }

  answer(answer: object): void {
    this.onmessage?.({ data: JSON.stringify({ answer: this.sent.at(-1)!.number, ...answer }) });
  }

  close(): void {
    this.isClosed = true;
    this.onclose?.({ code: 1005 });
  }

  say(...sequences: number[]): void {
    const events = sequences.map((sequence): MatchEvent => ({
      sequence,
      time: 0,
      body: { kind: 'paused', format: 1 },
    }));
    const table = { sequence: sequences.at(-1) ?? 0 } as Table;
    this.onmessage?.({ data: JSON.stringify({ events, table, format: 1 }) });
  }

  drop(code = 1006): void {
    this.onclose?.({ code });
  }
}

let sockets: Socket[];
let timers: { action: () => void; wait: number }[];
let heard: number[];
let tables: Table[];
let states: ConnectionState[];
let problems: Problem[];
let connection: Connection;

beforeEach(() => {
  [sockets, timers, heard, tables, states, problems] = [[], [], [], [], [], []];
  connection = new Connection(
    {
      address: (after) => `after=${after}`,
      onmessage: (message: Message) => {
        heard.push(...message.events.map((event) => event.sequence));
        tables.push(message.table);
      },
      onstate: (state) => states.push(state),
      onrefusal: (problem) => problems.push(problem),
    },
    {
      open: (address) => {
        const socket = new Socket(address);
        sockets.push(socket);
        return socket as unknown as WebSocket;
      },
      setTimer: (action, wait) => {
        const timer = { action, wait };
        timers.push(timer);
        return timer;
      },
      clearTimer: (timer) => (timers = timers.filter((known) => known !== timer)),
      random: () => 1,
    },
  );
  connection.start();
});

function newest(): Socket {
  return sockets.at(-1)!;
}

function ring(): void {
  timers.shift()!.action();
}

test('events are told in order, each once', () => {
  newest().say(1, 2);
  newest().say(2, 3);
  expect(heard).toEqual([1, 2, 3]);
  expect(states).toEqual(['live']);
});

test('a brief message changes the table that is known', () => {
  const tell = (table: object) => newest().onmessage?.({ data: JSON.stringify({ events: [], table, format: 2 }) });
  tell({ sequence: 1, game: 'quads', ply: 0, clicks: { cell: {} }, board: { cells: [] } });
  tell({ sequence: 2, ply: 1, clicks: null });
  expect(tables).toEqual([
    { sequence: 1, game: 'quads', ply: 0, clicks: { cell: {} }, board: { cells: [] } },
    { sequence: 2, game: 'quads', ply: 1, clicks: null, board: { cells: [] } },
  ]);
});

test('after a loss it asks for what came behind the last known event', () => {
  newest().say(1, 2);
  newest().drop();
  expect(states).toEqual(['live', 'lost']);
  ring();
  expect(newest().address).toBe('after=2');
  newest().say(3);
  expect(heard).toEqual([1, 2, 3]);
  expect(states.at(-1)).toBe('live');
});

test('a gap is asked for and never skipped', () => {
  newest().say(1);
  newest().say(3);
  expect(heard).toEqual([1]);
  expect(newest().address).toBe('after=1');
  newest().say(2, 3);
  expect(heard).toEqual([1, 2, 3]);
});

test('it waits longer after each failure, up to a limit, and starts anew after success', () => {
  const waits: number[] = [];
  for (let round = 0; round < 8; round++) {
    newest().drop();
    waits.push(timers[0]!.wait);
    ring();
  }
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15000, 15000, 15000]);
  newest().say(1);
  newest().drop();
  expect(timers[0]!.wait).toBe(500);
});

test('what the server refuses is told and not asked again', () => {
  newest().onmessage?.({ data: JSON.stringify({ code: 'store.unknown_match', message: 'no', values: {} }) });
  newest().drop(4404);
  expect(problems.map((problem) => problem.code)).toEqual(['store.unknown_match']);
  expect(states).toEqual(['refused']);
  expect(timers).toEqual([]);
});

test('a server that stops is waited for', () => {
  newest().say(1);
  newest().drop(4503);
  expect(states.at(-1)).toBe('lost');
  expect(timers).toHaveLength(1);
});

test('when the network is back it does not wait', () => {
  newest().say(1);
  connection.drop();
  expect(sockets[0]!.isClosed).toBe(true);
  connection.resume();
  expect(sockets).toHaveLength(2);
  expect(timers).toEqual([]);
});

test('an event that must have happened and does not come shows a dead connection', () => {
  newest().say(1);
  connection.expect(2);
  ring();
  expect(newest().address).toBe('after=1');
  newest().say(2);
  connection.expect(2);
  expect(timers).toEqual([]);
});

test('after the end nothing is opened any more', () => {
  newest().say(1);
  newest().drop();
  connection.stop();
  expect(timers).toEqual([]);
});

test('a command is sent over the socket and answered by its number', async () => {
  newest().say(1);
  const done = connection.command({ kind: 'resign' });
  expect(newest().sent).toEqual([{ number: 1, command: { kind: 'resign' } }]);
  newest().say(2);
  newest().answer({ sequence: 2 });
  expect(await done).toEqual({ sequence: 2 });
  expect(timers).toEqual([]);
});

test('a command that the server refuses is thrown as its problem', async () => {
  newest().say(1);
  const done = connection.command({ kind: 'resign' });
  newest().answer({ problem: { code: 'match.is_over', message: 'over', values: {} } });
  await expect(done).rejects.toMatchObject({ problem: { code: 'match.is_over' } });
});

test('a command whose answer got lost may be sent again', async () => {
  expect(await connection.command({ kind: 'resign' })).toBeNull(); // there is no connection yet
  newest().say(1);
  const lost = connection.command({ kind: 'resign' });
  newest().drop();
  expect(await lost).toBeNull();
  ring();
  newest().say(1);
  const late = connection.command({ kind: 'resign' });
  ring(); // no answer for a while
  expect(await late).toBeNull();
  expect(sockets).toHaveLength(3);
});
