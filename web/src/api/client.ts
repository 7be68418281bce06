/** What the server says, and how it is asked. */
import type { BoardState, Clicks, Frame, Problem, Symbols } from '../board/types';
import type { Analysis } from './positions';

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

/** Points beside those of the pieces themselves, and the rule that gives them. */
export interface Extra {
  name: string;
  label: string;
  points: number;
  rule: string;
}

/** What is written down where points are counted at a real table. */
export interface Scoring {
  extras: Extra[];
  target: number;
  /** Or so many points win, with one of the flags among the options. */
  targets: Record<string, number>;
  turn_seconds: number[];
}

export interface Game {
  id: string;
  name: string;
  tagline: string;
  seats: [number, number];
  seat_names: string[];
  options: Option[];
  /** Nothing where no points are counted. */
  scoring: Scoring | null;
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

export type AccountKind = '' | 'person' | 'bot';

export interface Session {
  id: string;
  name: string;
  /** Nothing for a guest. */
  account: AccountKind;
}

/** A browser where one is logged in, or a token of a program. */
export interface AccountSession {
  mark: string;
  kind: 'browser' | 'token';
  label: string;
  created: number;
  seen: number;
  is_this: boolean;
}

export interface Account extends Session {
  created: number;
  is_muted: boolean;
  codes_left: number;
  sessions: AccountSession[];
}

export interface Challenge {
  match: string;
  name: string;
  created: number;
  settings: Settings;
}

export interface Remark {
  number: number;
  time: number;
  seat: number | null;
  name: string;
  text: string;
}

/** Something that concerns the reader at any match. */
export interface News {
  kind: 'challenge' | 'declined' | 'started' | 'turn' | 'moved' | 'ended';
  match: string;
  game: string;
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
  account: AccountKind;
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
  has_chat: boolean;
  /** Whether who is to move may ask for good moves. */
  has_hints: boolean;
}

export interface StoredSeat {
  kind: Seat['kind'];
  player: string;
  name: string;
}

export type EventBody =
  | { kind: 'created'; settings: Settings; seats: StoredSeat[]; creator: string; commitment?: string; parts?: string[] }
  | { kind: 'joined'; seat: number; player: string; name: string; part?: string }
  | { kind: 'claimed'; seat: number; player: string; name: string }
  | { kind: 'opened'; seat: number }
  | { kind: 'started'; order: number[]; by_lot?: boolean; starter?: number | null }
  | { kind: 'dealt'; order: string[]; number?: number }
  | { kind: 'played'; seat: number; ply: number; move: string; by?: 'player' | 'clock' }
  | { kind: 'offered'; seat: number; agreement: Agreement; about?: number | null; level?: string }
  | { kind: 'answered'; seat: number; agreement: Agreement; accepts: boolean }
  | { kind: 'taken_back'; ply: number }
  | { kind: 'paused' }
  | { kind: 'resumed'; seat: number }
  | { kind: 'resigned'; seat: number }
  | { kind: 'replaced'; seat: number; level: string }
  | { kind: 'ended'; winner: number | null; scores: number[]; code: string }
  | { kind: 'revealed'; secret: string; next_commitment: string }
  | { kind: 'hinted'; seat: number }
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
  seats: Pick<Seat, 'kind' | 'name' | 'account'>[];
  outcome: Outcome | null;
  /** The seats of who asks. */
  mine: number[];
}

export interface MatchSearch {
  game: string;
  opponent: string;
  result: string;
}

export interface SeatWish {
  kind: 'me' | 'computer' | 'account' | 'open';
  level?: string;
  name?: string;
}

export interface MatchWish {
  game: string;
  seats: number;
  options: Record<string, string>;
  clock: ClockSetting;
  is_public: boolean;
  places: SeatWish[];
  by_lot: boolean;
  has_chat: boolean;
  /** A position to begin with; seats and options are its own. */
  start?: string;
  has_hints?: boolean;
}

/** A commitment that was asked for before, and what the reader adds to its secret. */
export interface Promised {
  commitment: string;
  part: string;
}

export type Command =
  | { kind: 'join'; name: string; part: string }
  | { kind: 'leave' }
  | { kind: 'play'; move: string; ply: number }
  | { kind: 'offer'; agreement: Agreement; about?: number; level?: string; part?: string }
  | { kind: 'answer'; agreement: Agreement; accepts: boolean; part?: string }
  | { kind: 'resume' }
  | { kind: 'resign' };

export type System = 'round-robin' | 'swiss' | 'knockout';

export interface TournamentWish {
  name: string;
  game: string;
  system: System;
  seats: number;
  options: Record<string, string>;
  clock: ClockSetting;
  /** Of a Swiss system; 0 for as many as find a winner. */
  rounds: number;
  games: number;
  levels: string[];
  with_me: boolean;
}

export interface ListedTournament {
  tournament: string;
  name: string;
  status: 'open' | 'running' | 'over';
  system: System;
  game: string;
  entries: number;
}

export interface TournamentGame {
  /** Places among the entries, in the order of the seats. */
  players: number[];
  /** Empty until the match is set up. */
  match: string;
  scores: number[] | null;
}

export interface Tournament {
  tournament: string;
  name: string;
  status: ListedTournament['status'];
  system: System;
  settings: Settings;
  is_mine: boolean;
  me: number | null;
  entries: { player: string; name: string; kind: Seat['kind'] }[];
  rounds: { games: TournamentGame[]; byes: number[] }[];
  standings: {
    entry: number;
    rank: number;
    points: number;
    games: number;
    tie_breaks: number[];
    against: Record<string, number>;
  }[];
  tie_breaks: string[];
}

export type RatingGroup = 'all' | 'people' | 'levels';

export interface RatingList {
  pools: string[];
  ratings: { name: string; kind: 'person' | 'computer'; value: number; spread: number; games: number }[];
}

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
/** There is no network, and what was asked for is not kept. */
const OFFLINE: Problem = { code: 'page.offline', message: '', values: {} };

/** Reach the server; a refusal is thrown as such. */
export async function reach(address: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const request: RequestInit =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(address, signal ? { ...request, signal } : request);
  } catch {
    throw new Refusal(navigator.onLine ? UNREACHED : OFFLINE, 0);
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

export async function ask<Answer>(address: string, body?: unknown): Promise<Answer> {
  return read<Answer>(await reach(address, body));
}

/** The lines of an answer, one after the other, as they come. */
export async function* lines<Line>(response: Response): AsyncGenerator<Line> {
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

export function pathQuery(path: string[]): URLSearchParams {
  return new URLSearchParams(path.map((click) => ['path', click]));
}

const kept = new Map<string, Promise<unknown>>();

/** Ask once for what never changes; a failure is not kept. */
export function once<Answer>(address: string): Promise<Answer> {
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

  signUp: (name: string, password: string, kind: AccountKind) =>
    ask<Session & { codes: string[] }>('/api/accounts', { name, password, kind }),
  logIn: (name: string, password: string, take_along: boolean) =>
    ask<Session>('/api/login', { name, password, take_along }),
  logOut: () => ask<Session>('/api/logout', {}),
  recover: (name: string, code: string, password: string) => ask<Session>('/api/recover', { name, code, password }),
  account: () => ask<Account>('/api/account'),
  changePassword: (password: string, next: string) => ask<Account>('/api/account/password', { password, new: next }),
  makeCodes: async (password: string) => (await ask<{ codes: string[] }>('/api/account/codes', { password })).codes,
  makeToken: async (password: string, label: string) =>
    (await ask<{ token: string }>('/api/account/tokens', { password, label })).token,
  endSession: (mark: string) => ask<unknown>(`/api/account/sessions/${mark}/end`, {}),
  endOtherSessions: () => ask<unknown>('/api/account/sessions/end', {}),
  deleteAccount: (password: string) => ask<Session>('/api/account/delete', { password }),
  challenges: async () => (await ask<{ challenges: Challenge[] }>('/api/challenges')).challenges,
  answer: (match: string, accepts: boolean) =>
    ask<unknown>(`/api/challenges/${encodeURIComponent(match)}/${accepts ? 'accept' : 'decline'}`, {}),
  say: (match: string, text: string) => ask<unknown>(at(match, 'chat'), { text }),

  commit: () => ask<{ commitment: string }>('/api/commitments', {}),
  create: (wish: MatchWish & Promised) => ask<{ match: string; invite: string }>('/api/matches', wish),
  invitation: (token: string) =>
    ask<{ match: string; commitment: string }>(`/api/invites/${encodeURIComponent(token)}`),
  accept: (token: string, name: string, part: string, seat?: number) =>
    ask<{ match: string }>(`/api/invites/${encodeURIComponent(token)}`, {
      name,
      part,
      ...(seat === undefined ? {} : { seat }),
    }),
  /** The address of a QR code of an invitation. */
  code: (token: string, seat?: number) =>
    `/api/invites/${encodeURIComponent(token)}/code${seat === undefined ? '' : `?seat=${seat}`}`,
  lobby: async () => (await ask<{ matches: ListedMatch[] }>('/api/lobby')).matches,
  mine: (search: Partial<MatchSearch> = {}, behind = '') => {
    const wanted = Object.entries({ ...search, behind }).filter(([, value]) => value);
    return ask<{ matches: ListedMatch[]; behind: string }>(`/api/matches?${new URLSearchParams(wanted)}`);
  },

  hint: (match: string) => ask<Analysis>(at(match, 'hint')),
  record: async (match: string) => (await reach(at(match, 'record'))).text(),
  /** A match with all its events, and how it stands. */
  look: (match: string) => ask<Message>(`/api/matches/${encodeURIComponent(match)}`),
  command: (match: string, command: Command) => ask<{ sequence: number }>(at(match, 'commands'), command),
  clicks: (match: string, path: string[], whole = false) => {
    const query = pathQuery(path);
    if (whole) query.set('whole', 'true');
    return ask<Clicks>(at(match, `clicks?${query}`));
  },
  preview: (match: string, move: string) => ask<BoardState>(at(match, `preview?${new URLSearchParams({ move })}`)),
  why: (match: string, path: string[]) => ask<Problem>(at(match, `why?${pathQuery(path)}`)),

  tournaments: async () => (await ask<{ tournaments: ListedTournament[] }>('/api/tournaments')).tournaments,
  createTournament: (wish: TournamentWish) => ask<{ tournament: string }>('/api/tournaments', wish),
  tournament: (id: string) => ask<Tournament>(`/api/tournaments/${encodeURIComponent(id)}`),
  changeTournament: (id: string, word: 'enter' | 'withdraw' | 'begin') =>
    ask<Tournament>(`/api/tournaments/${encodeURIComponent(id)}/${word}`, {}),
  ratings: (pool: string, group: RatingGroup) =>
    ask<RatingList>(`/api/ratings?${new URLSearchParams({ pool, group })}`),

  /** The address of a match's events behind a number; who watches sees what spectators see. */
  events: (match: string, after: number, chat: boolean, watch = false) =>
    socketAddress(at(match, 'events'), {
      after: String(after),
      board: 'true',
      chat: String(chat),
      watch: String(watch),
    }),

  /** The address of all that concerns the reader. */
  news: () => socketAddress('/api/stream/events', {}),
};

function socketAddress(path: string, query: Record<string, string>): string {
  const address = new URL(path, location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.search = new URLSearchParams(query).toString();
  return address.href;
}
