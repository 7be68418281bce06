/** What the server says, and how it is asked. */
import type { BoardState, Clicks, Frame, Problem, Symbols } from './board/contract';

export type { Problem };

export interface Option {
  name: string;
  label: string;
  text: string;
  kind: 'flag' | 'number' | 'numbers' | 'choice';
  /** The word that stands when nothing is said; empty where the option may be left open. */
  default: string;
  /** Of numbers: the lowest and the highest, by how many play. */
  bounds: Record<string, [number, number]>;
  /** Of a choice: each word, and what it means. */
  words: Record<string, string>;
}

export interface Game {
  id: string;
  name: string;
  tagline: string;
  seats: [number, number];
  seat_names: string[];
  options: Option[];
}

export interface Level {
  id: string;
  name: string;
  about: string;
  /** Whom somebody new plays against. */
  is_usual: boolean;
  /** How strong it is in each game where that was measured; the weakest has 0. */
  ratings: Record<string, number>;
}

export interface Shelf {
  games: Game[];
  levels: Level[];
}

export interface Session {
  id: string;
  name: string;
}

export type ClockKind = 'none' | 'turn' | 'sudden' | 'fischer' | 'days';

export interface ClockSetting {
  kind: ClockKind;
  time: number;
  increment: number;
}

export interface Clock extends ClockSetting {
  left: number[] | null;
  running: number | null;
}

export type Agreement = 'draw' | 'takeback' | 'pause' | 'rematch' | 'replace';

export interface Question {
  agreement: Agreement;
  seat: number;
  about: number | null;
  level: string;
}

export interface Seat {
  kind: 'person' | 'computer' | 'open';
  name: string;
  has_left: boolean;
}

export interface Outcome {
  winner: number | null;
  scores: number[];
  code: string;
}

export type Status = 'open' | 'running' | 'paused' | 'over';

export interface Table {
  match: string;
  sequence: number;
  time: number;
  game: string;
  seats: Seat[];
  seat: number | null;
  status: Status;
  options: Record<string, string>;
  ply: number;
  to_move: number | null;
  position: string;
  scores: number[];
  clock: Clock;
  questions: Question[];
  outcome: Outcome | null;
  following: string;
  clicks: Clicks | null;
  board: BoardState | null;
  notice: Problem | null;
  rounds: number[][];
  /** Whether who is to move may ask for good moves. */
  has_hints: boolean;
}

export interface StoredSeat {
  kind: Seat['kind'];
  player: string;
  name: string;
}

export type EventBody =
  | { kind: 'created'; settings: Settings; seats: StoredSeat[]; creator: string }
  | { kind: 'joined'; seat: number; player: string; name: string }
  | { kind: 'opened'; seat: number }
  | { kind: 'started'; order: number[] }
  | { kind: 'dealt'; order: string[] }
  | { kind: 'played'; seat: number; ply: number; move: string; by?: 'player' | 'clock' }
  | { kind: 'offered'; seat: number; agreement: Agreement; about?: number | null; level?: string }
  | { kind: 'answered'; seat: number; agreement: Agreement; accepts: boolean }
  | { kind: 'taken_back'; ply: number }
  | { kind: 'paused' }
  | { kind: 'resumed'; seat: number }
  | { kind: 'resigned'; seat: number }
  | { kind: 'replaced'; seat: number; level: string }
  | { kind: 'ended'; winner: number | null; scores: number[]; code: string }
  | { kind: 'rematched'; match: string; order: number[] };

export interface MatchEvent {
  sequence: number;
  time: number;
  body: EventBody;
}

export interface Message {
  events: MatchEvent[];
  table: Table;
  format: number;
}

export interface Settings {
  game: string;
  seats: number;
  options: Record<string, string>;
  clock: ClockSetting;
  is_public: boolean;
}

export interface ListedMatch {
  match: string;
  game: string;
  status: Status;
  created: number;
  updated: number;
  settings: Settings;
  seats: Pick<Seat, 'kind' | 'name'>[];
  outcome: Outcome | null;
  /** The seats of who asks. */
  mine: number[];
}

export interface MatchSearch {
  game: string;
  opponent: string;
  result: string;
}

export type Proof = 'win' | 'draw' | 'loss';

export interface Line {
  move: string;
  value: number;
  proved: Proof | null;
  line: string[];
}

/** What was found out about a position, for the seat to move. */
export interface Analysis {
  to_move: number;
  proved: Proof | null;
  chances: number[];
  lines: Line[];
}

/** A position, and moves to be played on from it. */
export interface Place {
  position: string;
  moves: string[];
}

export interface ShownPosition {
  game: string;
  seats: number;
  options: Record<string, string>;
  position: string;
  ply: number;
  to_move: number | null;
  is_deal_due: boolean;
  last: string;
  scores: number[];
  outcome: Outcome | null;
  notice: Problem | null;
  clicks: Clicks | null;
  frame: Frame;
  board: BoardState;
}

export interface Step {
  text: string;
  seat: number | null;
  ply: number;
  position: string;
  scores: number[];
  comment: string;
  variations: string[][];
}

export interface OpenedRecord {
  game: string;
  seats: number;
  options: Record<string, string>;
  players: string[];
  headers: Record<string, string>;
  comment: string;
  first: string;
  first_ply: number;
  steps: Step[];
  outcome: Outcome | null;
  frame: Frame;
  text: string;
}

export interface Verdict {
  ply: number;
  seat: number;
  move: string;
  chances: number[];
  proved: Proof | null;
  cost: number;
  best: string;
  line: string[];
  answer: string[];
  reason: 'missed_win' | 'allowed_win' | 'worse' | null;
}

export type ReviewLine =
  | { kind: 'begun'; chances: number[]; moves: number }
  | ({ kind: 'judged' } & Verdict)
  | { kind: 'done'; turning_points: number[]; worst: number[] }
  | { kind: 'failed'; problem: Problem };

export interface PuzzleShelf {
  game: string;
  id: string;
  counts: Record<string, number>;
}

export interface Puzzle {
  game: string;
  id: string;
  goal: 'win' | 'only' | 'hold' | 'points';
  /** How many moves it takes. */
  moves: number;
  points: number;
  /** How many of the seven levels miss it. */
  difficulty: number;
  seat: number;
  table: ShownPosition;
}

export interface JudgedAnswer {
  is_right: boolean;
  is_solved: boolean;
  points: number;
  refutation: string[];
  table: ShownPosition;
}

export type FileKind = 'svg' | 'png' | 'gif' | 'txt' | 'json';

export interface SeatWish {
  kind: 'me' | 'computer' | 'open';
  level?: string;
}

export interface MatchWish {
  game: string;
  seats: number;
  options: Record<string, string>;
  clock: ClockSetting;
  is_public: boolean;
  places: SeatWish[];
  by_lot: boolean;
  /** A position to begin with; seats and options are its own. */
  start?: string;
  has_hints?: boolean;
}

export type Command =
  | { kind: 'join'; name: string }
  | { kind: 'leave' }
  | { kind: 'play'; move: string; ply: number }
  | { kind: 'offer'; agreement: Agreement; about?: number; level?: string }
  | { kind: 'answer'; agreement: Agreement; accepts: boolean }
  | { kind: 'resume' }
  | { kind: 'resign' };

/** The server did not do what was asked; the problem says why. */
export class Refusal extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
  ) {
    super(problem.message);
  }
}

/** The server could not be reached, or what came from there was no answer of ours. */
const UNREACHED: Problem = { code: 'page.unreached', message: '', values: {} };

/** Reach the server; a refusal is thrown as such. */
async function reach(address: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const request: RequestInit =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(address, signal ? { ...request, signal } : request);
  } catch {
    throw new Refusal(UNREACHED, 0);
  }
  if (!response.ok) throw new Refusal(await read<Problem>(response), response.status);
  return response;
}

async function read<Answer>(response: Response): Promise<Answer> {
  try {
    return (await response.json()) as Answer;
  } catch {
    throw new Refusal(UNREACHED, response.status);
  }
}

async function ask<Answer>(address: string, body?: unknown): Promise<Answer> {
  return read<Answer>(await reach(address, body));
}

/** The lines of an answer, one after the other, as they come. */
async function* lines<Line>(response: Response): AsyncGenerator<Line> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    const parts = (rest + (value ?? '')).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) if (part) yield JSON.parse(part) as Line;
    if (done) return;
  }
}

function at(match: string, place: string): string {
  return `/api/matches/${encodeURIComponent(match)}/${place}`;
}

function pathQuery(path: string[]): URLSearchParams {
  return new URLSearchParams(path.map((click) => ['path', click]));
}

const kept = new Map<string, Promise<unknown>>();

/** Ask once for what never changes; a failure is not kept. */
function once<Answer>(address: string): Promise<Answer> {
  let answer = kept.get(address);
  if (!answer) {
    answer = ask(address);
    kept.set(address, answer);
    answer.catch(() => kept.delete(address));
  }
  return answer as Promise<Answer>;
}

export const server = {
  shelf: () => once<Shelf>('/api/games'),
  symbols: async (game: string) => (await once<{ symbols: Symbols }>(`/api/games/${game}/symbols`)).symbols,
  frame: (match: string) => ask<Frame>(at(match, 'frame')),

  whoami: () => ask<Session>('/api/session'),
  nameMyself: (name: string) => ask<Session>('/api/session', { name }),

  create: (wish: MatchWish) => ask<{ match: string; invite: string }>('/api/matches', wish),
  accept: (token: string, name: string) =>
    ask<{ match: string }>(`/api/invites/${encodeURIComponent(token)}`, { name }),
  lobby: async () => (await ask<{ matches: ListedMatch[] }>('/api/lobby')).matches,
  mine: (search: Partial<MatchSearch> = {}, behind = '') => {
    const wanted = Object.entries({ ...search, behind }).filter(([, value]) => value);
    return ask<{ matches: ListedMatch[]; behind: string }>(`/api/matches?${new URLSearchParams(wanted)}`);
  },

  position: (place: Place) => ask<ShownPosition>('/api/positions', place),
  clicksAt: (place: Place, path: string[], whole = false) =>
    ask<Clicks>('/api/positions/clicks', { ...place, path, whole }),
  whyAt: (place: Place, path: string[]) => ask<Problem>('/api/positions/why', { ...place, path }),
  analysis: (place: Place) => ask<Analysis>('/api/positions/analysis', place),
  hint: (match: string) => ask<Analysis>(at(match, 'hint')),

  puzzles: (day: string) => ask<PuzzleShelf>(`/api/puzzles?${new URLSearchParams({ day })}`),
  puzzle: (game: string, id: string) => ask<Puzzle>(`/api/puzzles/${game}/${id}`),
  nextPuzzle: (game: string, behind: string) =>
    ask<Puzzle>(`/api/puzzles/${game}?${new URLSearchParams(behind ? { behind } : {})}`),
  answerPuzzle: ({ game, id }: Puzzle, moves: string[]) =>
    ask<JudgedAnswer>(`/api/puzzles/${game}/${id}/answers`, { moves }),
  solution: async ({ game, id }: Puzzle) =>
    (await ask<{ solution: string[] }>(`/api/puzzles/${game}/${id}/solution`)).solution,

  record: async (match: string) => (await reach(at(match, 'record'))).text(),
  open: (text: string) => ask<OpenedRecord>('/api/records', { text }),
  review: async (text: string, signal: AbortSignal) =>
    lines<ReviewLine>(await reach('/api/reviews', { text }, signal)),
  file: async (kind: FileKind, position: string, text: string, palette: 'light' | 'dark') => {
    const wanted = kind === 'svg' || kind === 'png' ? { kind, position, palette } : { kind, text, palette };
    return (await reach('/api/pictures', wanted)).blob();
  },

  command: (match: string, command: Command) => ask<{ sequence: number }>(at(match, 'commands'), command),
  clicks: (match: string, path: string[], whole = false) => {
    const query = pathQuery(path);
    if (whole) query.set('whole', 'true');
    return ask<Clicks>(at(match, `clicks?${query}`));
  },
  preview: (match: string, move: string) =>
    ask<BoardState>(at(match, `preview?${new URLSearchParams({ move })}`)),
  why: (match: string, path: string[]) => ask<Problem>(at(match, `why?${pathQuery(path)}`)),

  /** The address of a match's events behind a number. */
  events: (match: string, after: number) => {
    const address = new URL(at(match, 'events'), location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    address.search = new URLSearchParams({ after: String(after), board: 'true' }).toString();
    return address.href;
  },
};
