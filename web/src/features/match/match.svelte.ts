/** One match as the page knows it: events, table, frame; and what its reader can do. */
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
import { moveName } from '../../board/labels';
import type { Laid } from '../../board/types';
import { errorText, say, sayProblem, sayReason } from '../../i18n/messages';
import { games } from '../../state/games.svelte';
import { preferences } from '../../state/preferences.svelte';
import { guest } from '../../state/session.svelte';
import { play } from '../../ui/sound';
import { commitmentIn, nextCommitmentIn, seatsOf, standingMoves, tellEvent } from './event-log';

export class MatchState {
  table = $state.raw<Table | null>(null);
  events = $state.raw<MatchEvent[]>([]);
  frame = $state.raw<Frame | null>(null);
  symbols = $state.raw<Symbols | null>(null);
  connection = $state<ConnectionState>('connecting');
  /** Why there is nothing to see, in words. */
  trouble = $state('');
  /** Why the last thing asked for was refused, in words. */
  refusal = $state('');
  /** What just happened, for those who listen to the page. */
  news = $state('');
  /** When the table was told, by the page's own clock. */
  told = $state(0);
  /** What just happened, one event after the other, for sounds and notifications. */
  onevent: (body: EventBody) => void = () => {};

  /** A move that was proposed and chosen to be laid on the board. */
  laid = $state.raw<Laid | null>(null);

  /** What was said at the table, in order. */
  remarks = $state.raw<Remark[]>([]);

  /** The seat whose hand may be seen where several sit at this screen. */
  private shownSeat = $state<number | null>(null);

  readonly moves = $derived(standingMoves(this.events));
  readonly mySeats = $derived.by(() =>
    guest.session && !this.isWatching ? seatsOf(this.events, guest.session.id) : [],
  );
  /** Points are counted where rounds are dealt; elsewhere there is only a winner. */
  readonly hasPoints = $derived(this.events.some(({ body }) => body.kind === 'dealt'));
  /** What the secret of the match was promised to be; nothing in matches of old. */
  readonly commitment = $derived(commitmentIn(this.events));
  /** The same of the match that would follow, known when this one is over. */
  readonly nextCommitment = $derived(nextCommitmentIn(this.events));
  readonly isMyTurn = $derived(
    this.table !== null && this.table.to_move !== null && this.table.seat === this.table.to_move,
  );

  /** At one screen nobody shall see the hand of the next before that one is there and says so. */
  readonly isCovered = $derived(
    this.table !== null &&
      this.table.status !== 'over' &&
      (this.frame?.is_hidden ?? true) &&
      this.mySeats.length > 1 &&
      this.table.seat !== this.shownSeat,
  );

  private readonly line: Connection;

  /** Whoever watches is told nothing that a spectator does not know, also where the reader has a seat. */
  constructor(
    readonly id: string,
    readonly isWatching = false,
  ) {
    this.line = new Connection({
      address: (after) => api.events(id, after, preferences.chat && !isWatching, isWatching),
      onmessage: (message) => this.take(message),
      onstate: (state) => (this.connection = state),
      onrefusal: (problem) => (this.trouble = sayProblem(problem)),
      onremarks: (remarks) => this.hear(remarks),
    });
  }

  /** Begin to listen; the answer ends it. */
  start(): () => void {
    const hurry = () => this.line.hurry();
    const lose = () => this.line.lose();
    addEventListener('online', hurry);
    addEventListener('offline', lose);
    document.addEventListener('visibilitychange', hurry);
    void guest.find().then(
      () => this.line.start(),
      () => this.line.start(),
    );
    return () => {
      removeEventListener('online', hurry);
      removeEventListener('offline', lose);
      document.removeEventListener('visibilitychange', hurry);
      this.line.stop();
    };
  }

  /** Who sits there; of several with one name, also which. */
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

  /** What a seat is called in the game: light, red, first player. */
  colourOf = (seat: number): string => say(`${this.table?.game}.seat.${seat}`);

  private take(message: Message): void {
    const isFirst = this.table === null;
    const { table, events } = message;
    this.events = [...this.events, ...events];
    this.table = table;
    this.told = performance.now();
    if (events.length) this.refusal = '';
    if (table.board && !this.frame) void this.loadFrame(table.game);
    if (isFirst) return;
    const sentences = events.flatMap(({ body }) => this.tell(body));
    if (this.isMyTurn && sentences.length) sentences.push(say('page.turn.yours'));
    if (sentences.length) this.news = sentences.join(' ');
    for (const { body } of events) this.onevent(body);
    if (events.some(({ body }) => body.kind === 'ended')) play('end');
    else if (events.some(({ body }) => body.kind === 'played')) play('piece');
  }

  private tell(body: EventBody): string[] {
    const game = this.table?.game ?? '';
    if (body.kind === 'ended') return [this.result, sayReason(game, body.code)];
    const told = tellEvent(body, this.nameOf, (move) => moveName(game, move, say));
    return told ? [say(told.code, told.values)] : [];
  }

  /** How the match ended, in words; empty before. */
  get result(): string {
    const outcome = this.table?.outcome;
    if (!outcome) return '';
    if (outcome.winner === null) return say('page.outcome.draw');
    return say('page.outcome.won', { name: this.nameOf(outcome.winner), seat: this.colourOf(outcome.winner) });
  }

  private hear(remarks: Remark[]): void {
    const known = new Map(this.remarks.map((remark) => [remark.number, remark]));
    const last = this.remarks.at(-1)?.number ?? 0;
    for (const remark of remarks) known.set(remark.number, remark);
    this.remarks = [...known.values()].sort((a, b) => a.number - b.number);
    const news = remarks.filter((remark) => remark.number > last && remark.seat !== this.table?.seat);
    if (last && news.length) this.news = news.map(({ name, text }) => say('page.chat.said', { name, text })).join(' ');
  }

  /** Say something at the table; whether it was said. */
  async speak(text: string): Promise<boolean> {
    try {
      await api.chat(this.id, text);
      return true;
    } catch (error) {
      this.refuse(errorText(error));
      return false;
    }
  }

  /** Listen as who one has become meanwhile. */
  listenAnew(): void {
    this.line.reconnect();
  }

  /** The player whose hand is covered is there. */
  uncover(): void {
    this.shownSeat = this.table?.seat ?? null;
  }

  private async loadFrame(game: string): Promise<void> {
    try {
      [this.frame, this.symbols] = await Promise.all([api.frame(this.id), api.symbols(game)]);
    } catch (error) {
      this.trouble = errorText(error);
    }
  }

  /** Ask for something; whether it was done. A refusal is said. */
  async command(command: Command): Promise<boolean> {
    try {
      const done = await api.command(this.id, command);
      this.refusal = '';
      this.line.expect(done.sequence);
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
      return null; // it is only a help, and refused where something is hidden
    }
  };

  /** Say why clicks lead to no move. */
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
