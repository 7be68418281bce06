/** The state of a match: event log, table and board from the event stream, and the user's commands. */
import { api } from '../../api/client';
import { Connection, type ConnectionState } from '../../api/connection';
import type {
  BoardState,
  Clicks,
  Command,
  EventBody,
  Frame,
  MatchEvent,
  Message,
  Remark,
  Symbols,
  Table,
} from '../../api/schemas';
import { movesIn } from '../../board/input/move-path';
import { changeName, moveName } from '../../board/labels';
import type { Laid } from '../../board/types';
import { errorText, say, sayProblem, sayReason } from '../../i18n/messages';
import { games } from '../../state/games.svelte';
import { preferences } from '../../state/preferences.svelte';
import { session } from '../../state/session.svelte';
import { play, type Sound } from '../../ui/sound';
import { commitmentIn, nextCommitmentIn, seatsOf, standingMoves, describeEvent } from './event-log';

export class MatchState {
  table = $state.raw<Table | null>(null);
  events = $state.raw<MatchEvent[]>([]);
  frame = $state.raw<Frame | null>(null);
  symbols = $state.raw<Symbols | null>(null);
  connection = $state<ConnectionState>('connecting');
  /** Why the match cannot be shown, in words. */
  failure = $state('');
  /** Why the last command was refused, in words. */
  refusal = $state('');
  /** The text of the live region. */
  announcement = $state('');
  /** When the table arrived, by `performance.now()`. */
  received = $state(0);
  /** Called for each new event, for sounds and notifications. */
  onevent: (body: EventBody) => void = () => {};

  /** The last move in words; empty where only its notation is known. */
  lastMove = '';

  /** A hinted move that the user chose to enter on the board. */
  laid = $state.raw<Laid | null>(null);

  /** The chat, in order. */
  remarks = $state.raw<Remark[]>([]);

  /** The seat whose hand is uncovered, where several players share this screen. */
  private shownSeat = $state<number | null>(null);

  readonly moves = $derived(standingMoves(this.events));
  readonly mySeats = $derived.by(() => (session.user && !this.isWatching ? seatsOf(this.events, session.user.id) : []));
  /** Points are counted where rounds are dealt; other games only have a winner. */
  readonly hasPoints = $derived(this.events.some(({ body }) => body.kind === 'dealt'));
  /** The commitment to the match's secret; empty in matches without one. */
  readonly commitment = $derived(commitmentIn(this.events));
  /** The commitment to the secret of a rematch, known when this match is over. */
  readonly nextCommitment = $derived(nextCommitmentIn(this.events));
  readonly isMyTurn = $derived(
    this.table !== null && this.table.to_move !== null && this.table.seat === this.table.to_move,
  );

  /** Whether the hand is covered: players who share a screen uncover their own hand at each turn. */
  readonly isCovered = $derived(
    this.table !== null &&
      this.table.status !== 'over' &&
      (this.frame?.is_hidden ?? true) &&
      this.mySeats.length > 1 &&
      this.table.seat !== this.shownSeat,
  );

  private readonly stream: Connection;

  /** With `isWatching` the user gets the spectator's view, even with a seat in the match. */
  constructor(
    readonly id: string,
    readonly isWatching = false,
  ) {
    this.stream = new Connection({
      address: (after) => api.events(id, after, preferences.chat && !isWatching, isWatching),
      onmessage: (message) => this.receive(message),
      onstate: (state) => (this.connection = state),
      onrefusal: (problem) => (this.failure = sayProblem(problem)),
      onremarks: (remarks) => this.addRemarks(remarks),
    });
  }

  /** Connect; returns a function that disconnects. */
  start(): () => void {
    const resume = () => this.stream.resume();
    const drop = () => this.stream.drop();
    addEventListener('online', resume);
    addEventListener('offline', drop);
    document.addEventListener('visibilitychange', resume);
    void session.load().then(
      () => this.stream.start(),
      () => this.stream.start(),
    );
    return () => {
      removeEventListener('online', resume);
      removeEventListener('offline', drop);
      document.removeEventListener('visibilitychange', resume);
      this.stream.stop();
    };
  }

  /** The name of a seat's player; with the colour where several have the same name. */
  nameOf = (seat: number): string => {
    const name = this.plainNameOf(seat);
    const isOneOfSame = this.table?.seats.some((other, place) => {
      return place !== seat && other.kind !== 'open' && this.plainNameOf(place) === name;
    });
    return isOneOfSame ? say('page.seat.one_of_same', { name, seat: this.colourOf(seat) }) : name;
  };

  plainNameOf = (seat: number): string => {
    const table = this.table;
    const found = table?.seats[seat];
    if (!table || !found) return '';
    if (found.kind === 'open') return say('page.seat.open');
    if (found.kind === 'computer' && found.name) return games.computerName(found.name);
    const isHotSeat = this.mySeats.length > 1 && this.mySeats.includes(seat);
    return isHotSeat || !found.name ? this.colourOf(seat) : found.name;
  };

  /** The seat's name in the game: light, red, first player. */
  colourOf = (seat: number): string => say(`${this.table?.game}.seat.${seat}`);

  private receive(message: Message): void {
    const before = this.table;
    const { table, events } = message;
    this.events = [...this.events, ...events];
    this.table = table;
    this.received = performance.now();
    if (events.length) this.refusal = '';
    if (table.board && !this.frame) void this.loadFrame(table.game);
    if (before === null) return;
    if (events.some(({ body }) => body.kind === 'played' || body.kind === 'taken_back'))
      this.lastMove = this.wordsOf(events, before, table);
    const sentences = events.flatMap(({ body }) => this.describe(body));
    if (this.isMyTurn && sentences.length) sentences.push(say('page.turn.yours'));
    if (sentences.length) this.announcement = sentences.join(' ');
    for (const { body } of events) this.onevent(body);
    if (events.some(({ body }) => body.kind === 'ended')) play(this.endSound);
    else if (events.some(({ body }) => body.kind === 'played')) play('piece');
  }

  private describe(body: EventBody): string[] {
    const game = this.table?.game ?? '';
    if (body.kind === 'ended') return [this.result, sayReason(game, body.code)];
    const message = describeEvent(body, this.nameOf, (move) => this.lastMove || move);
    return message ? [say(message.code, message.values)] : [];
  }

  /** The one move among events in words: by its clicks where they are known, else by what it changed. */
  private wordsOf(events: readonly MatchEvent[], before: Table, after: Table): string {
    const [body, ...others] = events.flatMap((event) => (event.body.kind === 'played' ? [event.body] : []));
    const names = this.symbols?.names;
    if (!body || others.length || !before.board || !after.board || !names) return '';
    const clicked = movesIn(before.clicks ?? {}).moves.find(({ move }) => move === body.move);
    return clicked
      ? moveName(clicked, { game: after.game, board: before.board, names, say })
      : changeName(body.move, before.board, after.board, names, say);
  }

  /** The result in words; empty before the end. */
  get result(): string {
    const outcome = this.table?.outcome;
    if (!outcome) return '';
    if (outcome.winner === null) return say('page.outcome.draw');
    return say('page.outcome.won', { name: this.nameOf(outcome.winner), seat: this.colourOf(outcome.winner) });
  }

  /** Spectators hear that somebody has won. */
  private get endSound(): Sound {
    const winner = this.table?.outcome?.winner ?? null;
    if (winner === null) return 'drawn';
    return !this.mySeats.length || this.mySeats.includes(winner) ? 'won' : 'lost';
  }

  private addRemarks(remarks: Remark[]): void {
    const known = new Map(this.remarks.map((remark) => [remark.number, remark]));
    const last = this.remarks.at(-1)?.number ?? 0;
    for (const remark of remarks) known.set(remark.number, remark);
    this.remarks = [...known.values()].sort((a, b) => a.number - b.number);
    const fresh = remarks.filter((remark) => remark.number > last && remark.seat !== this.table?.seat);
    if (last && fresh.length)
      this.announcement = fresh.map(({ name, text }) => say('page.chat.said', { name, text })).join(' ');
  }

  /** Send a chat message; returns whether it was accepted. */
  async sendChat(text: string): Promise<boolean> {
    try {
      await api.chat(this.id, text);
      return true;
    } catch (error) {
      this.refuse(errorText(error));
      return false;
    }
  }

  /** Reconnect after the user has logged in or changed. */
  reconnect(): void {
    this.stream.reconnect();
  }

  /** The player whose hand is covered has taken over. */
  uncover(): void {
    this.shownSeat = this.table?.seat ?? null;
  }

  private async loadFrame(game: string): Promise<void> {
    try {
      [this.frame, this.symbols] = await Promise.all([api.frame(this.id), api.symbols(game)]);
    } catch (error) {
      this.failure = errorText(error);
    }
  }

  /** Send a command; returns whether it was accepted. A refusal is shown. */
  async command(command: Command): Promise<boolean> {
    try {
      const done = await api.command(this.id, command);
      this.refusal = '';
      this.stream.expect(done.sequence);
      return true;
    } catch (error) {
      this.refuse(errorText(error));
      return false;
    }
  }

  play = (move: string): Promise<boolean> => {
    return this.command({ kind: 'play', move, ply: this.table?.ply ?? 0 });
  };

  branch = (path: string[], whole = false): Promise<Clicks> => api.clicks(this.id, path, whole);

  preview = async (move: string): Promise<BoardState | null> => {
    try {
      return await api.preview(this.id, move);
    } catch {
      return null; // optional, and refused in games with hidden hands
    }
  };

  /** Show why clicks lead to no legal move. */
  why = async (path: string[]): Promise<void> => {
    try {
      this.refuse(sayProblem(await api.why(this.id, path)));
    } catch (error) {
      this.refuse(errorText(error));
    }
  };

  private refuse(words: string): void {
    this.refusal = words;
    play('refusal');
  }
}
