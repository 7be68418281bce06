// @vitest-environment jsdom
import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readLanguage } from '../../../plugins/catalogues';
import type { Option, Table } from '../../../src/api/schemas';
import type { HintState } from '../../../src/features/match/hints.svelte';
import type { MatchState } from '../../../src/features/match/match.svelte';
import { addWords, setCatalogue } from '../../../src/i18n/messages';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
HTMLElement.prototype.hidePopover = () => undefined;
HTMLDialogElement.prototype.showModal = function () {
  this.open = true;
};
HTMLDialogElement.prototype.close = function () {
  this.open = false;
};

const { default: Chat } = await import('../../../src/features/match/Chat.svelte');
const { default: ClockFace } = await import('../../../src/features/match/seats/ClockFace.svelte');
const { default: MoveLog } = await import('../../../src/features/match/moves/MoveLog.svelte');
const { default: OptionField } = await import('../../../src/features/setup/OptionField.svelte');
const { default: Plate } = await import('../../../src/features/match/seats/Plate.svelte');
const { default: MatchPoints } = await import('../../../src/features/match/end/MatchPoints.svelte');
const { default: Plates } = await import('../../../src/features/match/seats/Plates.svelte');
const { default: Questions } = await import('../../../src/features/match/Questions.svelte');
const { default: Toolbar } = await import('../../../src/features/match/Toolbar.svelte');
const { default: Verdict } = await import('../../../src/features/match/end/Verdict.svelte');
const { PanelState } = await import('../../../src/features/match/panel.svelte');

let mounted: Record<string, unknown> | null = null;

beforeAll(() => {
  document.documentElement.lang = 'en';
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
  clock: { kind: 'none', time: 0, increment: 0, left: null, running: null, awaited: null, first_turn: null },
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
    since: [],
    events: [],
    allGains: [],
    gains: [],
    unread: 0,
    lit: TABLE.to_move,
    result: 'Ann won',
    gainOf: () => 0,
    sayMove: ({ seat, move }: { seat: number; move: string }) => `${TABLE.seats[seat]!.name} laid ${move}`,
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

test('plates show who is there, whose turn it is, and the points', () => {
  const plates = [...show(Plates, { match: matchWith(), table: { ...TABLE, seat: null } }).querySelectorAll('.plate')];
  expect(plates.map((plate) => plate.getAttribute('aria-current'))).toEqual([null, 'true', null]);
  expect(plates[0]!.textContent).toContain('colour 0');
  expect(plates[1]!.textContent).toContain('colour 1 · thinking');
  expect(plates[1]!.textContent).toContain('to move');
  expect(plates[2]!.textContent).toContain('has left');
  expect(plates.map((plate) => plate.querySelector('.points')!.firstChild!.textContent)).toEqual(['40', '−20', '7']);
});

test('the others stand in the order of their turns after the own seat', () => {
  const plates = [...show(Plates, { match: matchWith(), table: { ...TABLE, seat: 1 } }).querySelectorAll('.plate')];
  expect(plates.map((plate) => plate.getAttribute('data-seat'))).toEqual(['2', '0']);
});

test('the own plate says so, and what was gained is told with its sign', () => {
  const plate = show(Plate, { match: matchWith({ gains: [-20] }), table: TABLE, place: 0, isOwn: true });
  expect(plate.textContent).toContain('You');
  expect(plate.querySelector('.gain')!.textContent).toMatch(/^[-−]20$/);
});

test('bots are marked at their seats', () => {
  const plates = [...show(Plates, { match: matchWith(), table: { ...TABLE, seat: null } }).querySelectorAll('.plate')];
  expect(plates.map((plate) => plate.querySelector('.bot')?.textContent)).toEqual([undefined, undefined, 'bot']);
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
  await vi.waitFor(() => expect(field.value).toBe(''), { timeout: 100_000 });
  expect(sendChat).toHaveBeenCalledWith('Thanks');
});

test('spectators read what is said and have nothing to say', () => {
  const remarks = [{ number: 1, time: 0, seat: 2, name: 'Cleo', text: 'Hi' }];
  show(Chat, { match: matchWith({ mySeats: [], remarks }), table: { ...TABLE, seat: null } });
  expect(document.querySelector('.chat')).not.toBeNull();
  expect(document.querySelector('.chat form')).toBeNull();
});

test('plates show how much each holds, in words too', () => {
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
  const table = { ...TABLE, seat: null, board: board as unknown as Table['board'] };
  const page = show(Plates, { match: matchWith(), table });
  const held = [...page.querySelectorAll('.left')].map((each) => each.textContent.replaceAll(/\s+/g, ' ').trim());
  expect(held).toEqual(['0 nothing in hand', '3 3 in hand', '6 6 in hand']);
});

test('the score pad has a row for each round, with the one that is being played, and the totals', () => {
  const rows = [...show(MatchPoints, { match: matchWith(), table: TABLE }).querySelectorAll('tbody tr, tfoot tr')];
  const cells = rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent));
  expect(cells).toEqual([
    ['30', '0', '5'],
    ['5', '10', '2'],
    ['5', '−30', '0'],
    ['40', '−20', '7'],
  ]);
});

function showToolbar(match: MatchState, table: Table): HTMLElement {
  const hints = { ask: vi.fn(), isBusy: false } as unknown as HintState;
  return show(Toolbar, { match, table, hints, panel: new PanelState() });
}

test('against a computer no draw is offered, and nothing is taken back before one has moved', () => {
  showToolbar(matchWith(), TABLE);
  expect(button('Offer a draw')).toBeUndefined();
  expect(button('Take back')).toBeUndefined();
  expect(button('Pause')).toBeDefined();
});

test('resigning is asked for twice', () => {
  const match = matchWith();
  showToolbar(match, TABLE);
  button('Resign')!.click();
  expect(match.command).not.toHaveBeenCalled();
  document.querySelector<HTMLButtonElement>('dialog .bad')!.click();
  expect(match.command).toHaveBeenCalledWith({ kind: 'resign' });
});

test('a question is answered by those who are asked, and an empty seat can be given to a computer', () => {
  const match = matchWith();
  const asked: Table = { ...TABLE, questions: [{ agreement: 'pause', seat: 2, about: null, level: '' }] };
  show(Questions, { match, table: asked });
  expect(document.body.textContent).toContain('Cleo asks for a pause.');
  expect(button('Let a computer play for Cleo')).toBeDefined();
  button('Agree')!.click();
  expect(match.command).toHaveBeenCalledWith({ kind: 'answer', agreement: 'pause', accepts: true });
});

test('spectators can change nothing', () => {
  showToolbar(matchWith({ mySeats: [] }), { ...TABLE, seat: null });
  for (const words of ['Resign', 'Pause', 'Take back', 'Offer a draw'])
    expect([...document.querySelectorAll('.menu button')].map((each) => each.textContent.trim())).not.toContain(words);
});

test.each([
  [[0], 0, 'You won', 'won'],
  [[1], 0, 'Ann won', 'lost'],
  [[0], null, 'A draw', 'drawn'],
  [[], 0, 'Ann won', 'won'],
])('the end is told from where one sits: %s, winner %s', (mySeats, winner, words, look) => {
  const outcome = { winner, scores: [1, 0, 0], code: 'target' };
  const result = winner === null ? 'A draw' : 'Ann won';
  show(Verdict, { match: matchWith({ mySeats, result, hasPoints: false }), table: TABLE, outcome });
  expect(document.querySelector('.outcome h2')!.textContent.trim()).toBe(words);
  expect(document.querySelector('.outcome')!.classList.contains(look)).toBe(true);
  expect(document.querySelector('.outcome p')!.textContent).toContain('reached the target');
});

test('who resigned is told so', () => {
  const events = [{ sequence: 1, time: 0, body: { kind: 'resigned' as const, format: 1, seat: 0 } }];
  const outcome = { winner: 1, scores: [0, 1, 0], code: 'resign' };
  show(Verdict, { match: matchWith({ events, hasPoints: false }), table: TABLE, outcome });
  expect(document.querySelector('.outcome p')!.textContent).toBe('You resigned.');
});

test('moves stand in rounds, in words and in notation, and those of the clock are marked', () => {
  const moves = [
    { seat: 0, ply: 0, move: '0,0=5555+25', isByClock: false, round: 0 },
    { seat: 1, ply: 1, move: 'draw', isByClock: true, round: 1 },
  ];
  const items = [...show(MoveLog, { match: matchWith({ moves }) }).querySelectorAll('li')];
  expect(items.map((item) => item.textContent.replace(/\s+/g, ' ').trim())).toEqual([
    '1 Ann laid 0,0=5555+25 0,0=5555+25',
    'Round 2',
    '2 Simple laid draw made by the clock draw',
  ]);
});

test('only the running clock ticks', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const clock = {
    kind: 'sudden' as const,
    time: 60,
    increment: 0,
    left: [60_000, 60_000],
    running: 0,
    awaited: null,
    first_turn: null,
  };
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
  const option: Option = { ...OPTION, bounds: { '2': [5, 60] } };
  show(OptionField, { game: 'hexes', option, seats: 2, value: '5' });
  const field = document.querySelector('input')!;
  expect([field.type, field.min, field.max, field.value]).toEqual(['number', '5', '60', '5']);
  expect(field.labels![0]!.textContent.trim()).toBe('Size of the board');
});

test('few numbers are shown as pills', () => {
  show(OptionField, { game: 'hexes', option: OPTION, seats: 2, value: '6' });
  const pills = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')];
  expect(pills.map((pill) => [pill.value, pill.checked])).toEqual([
    ['5', false],
    ['6', true],
  ]);
});

test('a choice shows what its words mean', () => {
  const option: Option = { ...OPTION, kind: 'choice', words: { mover: 'the mover', draw: 'nobody' } };
  show(OptionField, { game: 'chess', option, seats: 2, value: 'draw' });
  const chosen = document.querySelector<HTMLInputElement>('input:checked')!;
  expect(chosen.labels![0]!.textContent).toBe('nobody');
});
