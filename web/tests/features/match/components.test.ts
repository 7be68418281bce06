// @vitest-environment jsdom
import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readLanguage } from '../../../plugins/catalogues';
import type { Option, Table } from '../../../src/api/schemas';
import type { MatchState } from '../../../src/features/match/match.svelte';
import { addWords, setCatalogue } from '../../../src/i18n/messages';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
HTMLDialogElement.prototype.showModal = function () {
  this.open = true;
};
HTMLDialogElement.prototype.close = function () {
  this.open = false;
};

const { default: Actions } = await import('../../../src/features/match/Actions.svelte');
const { default: Chat } = await import('../../../src/features/match/Chat.svelte');
const { default: ClockFace } = await import('../../../src/features/match/ClockFace.svelte');
const { default: MoveList } = await import('../../../src/features/match/moves/MoveList.svelte');
const { default: OptionField } = await import('../../../src/features/setup/OptionField.svelte');
const { default: Outcome } = await import('../../../src/features/match/Outcome.svelte');
const { default: MatchPoints } = await import('../../../src/features/match/MatchPoints.svelte');
const { default: Seats } = await import('../../../src/features/match/Seats.svelte');

let mounted: Record<string, unknown> | null = null;

beforeAll(() => {
  setCatalogue('en', readLanguage('en'));
  addWords({
    numbers: { 'reason.target': 'Numbers F9: a player has reached the target.' },
    hexes: { 'option.side.label': 'Size of the board', 'option.side': 'Cells along one side.' },
  });
});
afterEach(() => {
  if (mounted) void unmount(mounted);
  document.body.replaceChildren();
});

function show<Props extends Record<string, unknown>>(part: Component<Props>, props: Props): HTMLElement {
  mounted = mount(part, { target: document.body, props });
  flushSync();
  return document.body;
}

const TABLE: Table = {
  match: 'm',
  sequence: 3,
  time: 0,
  game: 'numbers',
  seats: [
    { kind: 'person', name: 'Ann', has_left: false, account: '' },
    { kind: 'computer', name: 'Simple', has_left: false, account: '' },
    { kind: 'person', name: 'Cleo', has_left: true, account: 'bot' },
  ],
  seat: 0,
  status: 'running',
  options: {},
  ply: 4,
  to_move: 1,
  position: '',
  scores: [40, -20, 7],
  clock: { kind: 'none', time: 0, increment: 0, left: null, running: null },
  questions: [],
  outcome: null,
  following: '',
  clicks: null,
  has_hints: false,
  board: null,
  notice: null,
  rounds: [
    [30, 0, 5],
    [5, 10, 2],
  ],
  has_chat: true,
};

function matchWith(changes: Partial<MatchState> = {}): MatchState {
  return {
    mySeats: [0],
    moves: [],
    frame: null,
    symbols: null,
    received: 0,
    hasPoints: true,
    remarks: [],
    nameOf: (seat: number) => TABLE.seats[seat]!.name,
    plainNameOf: (seat: number) => TABLE.seats[seat]!.name,
    colourOf: (seat: number) => `colour ${seat}`,
    command: vi.fn(async () => true),
    ...changes,
  } as unknown as MatchState;
}

function button(words: string): HTMLButtonElement | undefined {
  return [...document.querySelectorAll('button')].find((each) => each.textContent.trim() === words);
}

test('seats show who is there, whose turn it is, and the points', () => {
  const items = [...show(Seats, { match: matchWith(), table: TABLE }).querySelectorAll('li')];
  expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, 'true', null]);
  expect(items[0]!.textContent).toContain('colour 0 · you');
  expect(items[1]!.textContent).toContain('colour 1 · computer');
  expect(items[1]!.textContent).toContain('to move');
  expect(items[2]!.textContent).toContain('has left');
  expect(items.map((item) => item.querySelector('.score')!.firstChild!.textContent)).toEqual(['40', '-20', '7']);
});

test('bots are marked at their seats', () => {
  const items = [...show(Seats, { match: matchWith(), table: TABLE }).querySelectorAll('li')];
  expect(items.map((item) => item.querySelector('.bot')?.textContent)).toEqual([undefined, undefined, 'bot']);
});

test('those who sit together talk, and an empty remark is not sent', async () => {
  const sendChat = vi.fn(async () => true);
  const remarks = [{ number: 1, time: 0, seat: 2, name: 'Cleo', text: 'Good <b>luck</b>' }];
  const page = show(Chat, { match: matchWith({ sendChat, remarks }), table: TABLE });
  expect(page.querySelector('.chat li')!.textContent).toMatch(/Cleo\s*Good <b>luck<\/b>/);
  const form = page.querySelector('form')!;
  form.requestSubmit();
  expect(sendChat).not.toHaveBeenCalled();
  const field = page.querySelector('input')!;
  field.value = 'Thanks';
  field.dispatchEvent(new Event('input'));
  form.requestSubmit();
  await vi.waitFor(() => expect(field.value).toBe(''));
  expect(sendChat).toHaveBeenCalledWith('Thanks');
});

test.each([
  ['where nobody else sits', {}, { seats: TABLE.seats.slice(0, 2) }],
  [
    'where it is switched off',
    { remarks: [{ number: 1, time: 0, seat: 2, name: 'Cleo', text: 'Hi' }] },
    { has_chat: false },
  ],
])('there is no talk %s', (_, changes, table) => {
  show(Chat, { match: matchWith(changes), table: { ...TABLE, ...table } });
  expect(document.querySelector('.chat')).toBeNull();
});

test('spectators read what is said and have nothing to say', () => {
  const remarks = [{ number: 1, time: 0, seat: 2, name: 'Cleo', text: 'Hi' }];
  show(Chat, { match: matchWith({ mySeats: [], remarks }), table: { ...TABLE, seat: null } });
  expect(document.querySelector('.chat')).not.toBeNull();
  expect(document.querySelector('.chat form')).toBeNull();
});

test('seats show how much each holds, in words too', () => {
  const hands = [2, 0, 1].map((seat) => ({ seat, symbol: '', number: seat * 3, items: [], backs: 0, back: '' }));
  const board = {
    box: [0, 0, 1, 1],
    cells: [],
    items: [],
    labels: [],
    marks: [],
    hands,
    shared: [],
    well: null,
    placing: '',
  };
  const page = show(Seats, { match: matchWith(), table: { ...TABLE, board: board as unknown as Table['board'] } });
  const held = [...page.querySelectorAll('.held')].map((each) => each.textContent.replaceAll(/\s+/g, ' ').trim());
  expect(held).toEqual(['0 nothing in hand', '3 3 in hand', '6 6 in hand']);
});

test('the score pad has a row for each round, with the one that is being played, and the totals', () => {
  const rows = [...show(MatchPoints, { match: matchWith(), table: TABLE }).querySelectorAll('tbody tr, tfoot tr')];
  const cells = rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent));
  expect(cells).toEqual([
    ['30', '0', '5'],
    ['5', '10', '2'],
    ['5', '-30', '0'],
    ['40', '-20', '7'],
  ]);
});

test('against a computer no draw is offered, and nothing is taken back before one has moved', () => {
  show(Actions, { match: matchWith(), table: TABLE });
  expect(button('Offer a draw')).toBeUndefined();
  expect(button('Take back')).toBeUndefined();
  expect(button('Pause')).toBeDefined();
  expect(button('Let a computer play for Cleo')).toBeDefined();
});

test('resigning is asked for twice', () => {
  const match = matchWith();
  show(Actions, { match, table: TABLE });
  button('Resign')!.click();
  expect(match.command).not.toHaveBeenCalled();
  document.querySelector<HTMLButtonElement>('dialog .main')!.click();
  expect(match.command).toHaveBeenCalledWith({ kind: 'resign' });
});

test('a question is answered by those who are asked and withdrawn by who asks', () => {
  const match = matchWith();
  const asked: Table = { ...TABLE, questions: [{ agreement: 'pause', seat: 2, about: null, level: '' }] };
  show(Actions, { match, table: asked });
  expect(document.body.textContent).toContain('Cleo asks for a pause.');
  expect(button('Pause')).toBeUndefined();
  button('Agree')!.click();
  expect(match.command).toHaveBeenCalledWith({ kind: 'answer', agreement: 'pause', accepts: true });
});

test('spectators can do nothing', () => {
  show(Actions, { match: matchWith({ mySeats: [] }), table: { ...TABLE, seat: null } });
  expect(document.querySelectorAll('.actions button')).toHaveLength(2); // both in the closed dialog
  expect(document.querySelector('dialog')!.open).toBe(false);
});

test('the outcome is told from where one sits', () => {
  const outcome = { winner: 0, scores: [1, 0, 0], code: 'target' };
  show(Outcome, { match: matchWith(), table: TABLE, outcome });
  expect(document.body.textContent).toContain('You have won');
  expect(document.body.textContent).toContain('Numbers F9');
});

test('moves stand in rounds, and those of the clock are marked', () => {
  const moves = [
    { seat: 0, ply: 0, move: '0,0=5555+25', isByClock: false, round: 0 },
    { seat: 1, ply: 1, move: 'draw', isByClock: true, round: 1 },
  ];
  const items = [...show(MoveList, { match: matchWith({ moves }) }).querySelectorAll('li')];
  expect(items.map((item) => item.textContent.replace(/\s+/g, ' ').trim())).toEqual([
    '1 colour 0 0,0=5555+25',
    'Round 2',
    '2 colour 1 draw made by the clock',
  ]);
});

test('only the running clock ticks', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const clock = { kind: 'sudden' as const, time: 60, increment: 0, left: [60_000, 60_000], running: 0 };
  const face = () => document.querySelector('[role=timer]')!.textContent.trim();
  show(ClockFace, { clock, seat: 0, received: performance.now() });
  expect(face()).toBe('1:00');
  vi.advanceTimersByTime(5_000);
  flushSync();
  expect(face()).toBe('0:55');
  vi.useRealTimers();
});

const OPTION: Option = {
  name: 'side',
  label: '',
  text: '',
  kind: 'number',
  default: '5',
  bounds: { '2': [5, 6] },
  words: {},
};

test('an option is asked for by its kind', () => {
  show(OptionField, { game: 'hexes', option: OPTION, seats: 2, value: '5' });
  const field = document.querySelector('input')!;
  expect([field.type, field.min, field.max, field.value]).toEqual(['number', '5', '6', '5']);
  expect(field.labels![0]!.textContent).toMatch(/^Size of the board\s*Cells along one side/);
});

test('a choice shows what its words mean', () => {
  const option: Option = { ...OPTION, kind: 'choice', words: { mover: 'the mover', draw: 'nobody' } };
  show(OptionField, { game: 'chess', option, seats: 2, value: 'draw' });
  expect(document.querySelector('select')!.selectedOptions[0]!.textContent).toBe('nobody');
});
