/** The state of a match: event log, table and board from the event stream, and the user's commands. */
import { api } from '../../api/client';
import { Connection, type ConnectionState } from '../../api/connection';
import type {
  BoardState,
  Clicks,
  Command,
  EventBody,
  Frame,
  Gain,
  MatchEvent,
  Message,
  MoveWords,
  Problem,
  Remark,
  Symbols,
  Table,
} from '../../api/schemas';
import { Pacer } from '../../board/pacer.svelte';
import type { Laid } from '../../board/types';
import { errorText, problemOf, say, sayProblem } from '../../i18n/messages';
import { games } from '../../state/games.svelte';
import { preferences } from '../../state/preferences.svelte';
import { session } from '../../state/session.svelte';
import { announcer } from '../../state/announcer.svelte';
import { play, type Sound } from '../../ui/sound';
import { commitmentIn, nextCommitmentIn, seatsOf, standingMoves, type PlayedMove } from './event-log';
import type { Narrator } from './narrator';

/** Why clicks or a command were refused: the problem, and what was clicked. */
export interface Refusal {
  problem: Problem;
  path: readonly string[];
}

export class MatchState {
  table = $state.raw<Table | null>(null);
  events = $state.raw<MatchEvent[]>([]);
  frame = $state.raw<Frame | null>(null);
  symbols = $state.raw<Symbols | null>(null);
  connection = $state<ConnectionState>('connecting');
  /** Why the match cannot be shown, in words. */
  failure = $state('');
  /** Why the last click or command was refused. */
  refusal = $state.raw<Refusal | null>(null);
  /** Whether the words of the game are there. */
  isReady = $state(false);
  /** Short news that nobody has to answer. */
  news = $state('');
  /** When the table arrived, by `performance.now()`. */
  received = $state(0);
  /** Called for each new event, for sounds and notifications. */
  onevent: (body: EventBody) => void = () => {};

  /** A hinted move that the user chose to enter on the board. */
  laid = $state.raw<Laid | null>(null);

  /** The chat, in order, and how many of its messages were not seen. */
  remarks = $state.raw<Remark[]>([]);
  unread = $state(0);

  /** Tells those who listen what happens. */
  private narrator: Narrator | null = null;

  /** When the table was first shown, by the server's clock: what was said before is not new. */
  private opened = 0;

  /** A move to play when the turn comes, if it is legal then. */
  premove = $state('');

  /** Shows the moves of others one after the other. */
  readonly pacer = new Pacer(
    () => ({ pace: preferences.pace, reducedMotion: preferences.reducedMotion }),
    ({ gain = 0 }, phase) => {
      if (phase === 'gain' && gain) play(gain > 0 ? 'gain' : 'loss');
    },
  );

  /** Each move in words, by its ply. */
  private words = $state.raw<ReadonlyMap<number, MoveWords>>(new Map());

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
  /** The seat whose plate is lit: of the move that is shown, or else to move. */
  readonly lit = $derived(this.pacer.show?.seat ?? this.table?.to_move ?? null);
  /** The ply of the user's own last move; spectators have none. */
  private readonly ownPly = $derived(
    this.mySeats.length === 1 ? (this.moves.findLast((move) => move.seat === this.mySeats[0])?.ply ?? -1) : null,
  );
  /** The moves of others since the user's own last move. */
  readonly since = $derived(this.ownPly === null ? [] : this.moves.filter((move) => move.ply > this.ownPly!));
  /** What each seat gained since then, the own last move included. */
  readonly gains = $derived.by(() => {
    const first = this.ownPly ?? this.moves.at(-1)?.ply ?? 0;
    const sums: number[] = [];
    for (const move of this.moves)
      if (move.ply >= first)
        for (const { seat, points } of this.words.get(move.ply)?.gains ?? []) sums[seat] = (sums[seat] ?? 0) + points;
    return sums;
  });
  /** All gains of the moves that stand. */
  readonly allGains = $derived<Gain[]>(this.moves.flatMap((move) => this.words.get(move.ply)?.gains ?? []));

  /** Whether there is anybody to talk to. */
  readonly canTalk = $derived(
    this.table !== null &&
      this.table.has_chat &&
      (this.remarks.length > 0 ||
        (this.mySeats.length > 0 &&
          this.table.seats.some((seat, place) => seat.kind === 'person' && !this.mySeats.includes(place)))),
  );
  /** Whether moves can be planned while another is to move: in games of two where nothing is hidden. */
  readonly canPlan = $derived(
    this.table?.status === 'running' &&
      this.mySeats.length === 1 &&
      this.table.seats.length === 2 &&
      this.frame?.is_hidden === false,
  );

  /** Whether the hand is covered: players who share a screen uncover their own hand at each turn. */
  readonly isCovered = $derived(
    this.table !== null &&
      this.table.status !== 'over' &&
      (this.frame?.is_hidden ?? true) &&
      this.mySeats.length > 1 &&
      this.table.seat !== this.shownSeat,
  );
  /** Whether a typed move is played now, or planned. */
  readonly canType = $derived((this.isMyTurn || this.canPlan) && !this.isCovered);

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
    const standing = this.moves;
    const { table, events, moves = [] } = message;
    this.events = [...this.events, ...events];
    if (moves.length) this.words = new Map([...this.words, ...moves.map((words) => [words.ply, words] as const)]);
    this.showMove(events, before, table);
    this.table = table;
    this.received = performance.now();
    this.opened ||= table.time;
    if (events.length) this.refusal = null;
    void this.playPlanned();
    if (before === null) void this.loadWords(table.game);
    if (table.board && !this.frame) void this.loadFrame(table.game);
    if (before === null) return;
    this.narrator?.take(events, before, standing);
    for (const { body } of events) this.onevent(body);
    if (events.some(({ body }) => body.kind === 'ended')) play(this.endSound);
  }

  /** Let the pacer show a move of another seat before its board is the table's. */
  private showMove(events: readonly MatchEvent[], before: Table | null, after: Table): void {
    const played = events.flatMap(({ body }) => (body.kind === 'played' ? [body] : []));
    const [body] = played;
    if (!body || played.length > 1 || !before?.board || !after.board) return this.pacer.skip();
    this.pacer.push(
      {
        board: after.board,
        words: '',
        seat: body.seat,
        gain: this.gainOf(body.ply),
        isOwn: this.mySeats.includes(body.seat),
      },
      this.pacer.show ? null : before.board,
    );
  }

  /** Show again what happened since the user's own last move. */
  replaySince = async (): Promise<void> => {
    const first = this.since[0]?.ply ?? 0;
    try {
      const shown = await api.boards(this.id, Math.max(first - 1, 0));
      const [start] = shown;
      if (!start) return;
      const moves = (first > 0 ? shown.slice(1) : shown).map(({ ply, board }) => {
        return { board, words: '', seat: this.moves.find((move) => move.ply + 1 === ply)?.seat ?? null };
      });
      this.pacer.replay(moves, start.board);
    } catch (error) {
      this.news = errorText(error);
    }
  };

  /** The points of the mover, or of all together, by a move. */
  gainOf = (ply: number): number => {
    const gains = this.words.get(ply)?.gains ?? [];
    const mover = this.moves.find((move) => move.ply === ply)?.seat;
    return gains.filter((gain) => gain.seat === mover).reduce((sum, gain) => sum + gain.points, 0);
  };

  /** A move in words, where the game has words. */
  wordsOf = (ply: number): MoveWords | undefined => this.words.get(ply);

  /** Where a move put its piece. */
  cellsOf = (ply: number): readonly string[] => this.words.get(ply)?.cells ?? [];

  /** A move in words; by its notation where the game has none. */
  sayMove = ({ ply, seat, move }: Pick<PlayedMove, 'ply' | 'seat' | 'move'>): string => {
    const words = this.words.get(ply);
    const name = this.nameOf(seat);
    if (!words) return say('page.event.played', { name, move });
    const isMine = this.mySeats.length === 1 && this.mySeats[0] === seat;
    return say(words.code, { ...words.values, name, who: isMine ? 'you' : 'other' });
  };

  /** Play the planned move when the turn has come. */
  private async playPlanned(): Promise<void> {
    if (!this.premove || !this.isMyTurn) return;
    const planned = this.premove;
    this.premove = '';
    if (!(await this.attempt(planned))) return;
    this.news = say('page.premove.failed', { move: planned });
  }

  /** Whether it is not rated because somebody called off too many matches. */
  get isUnrated(): boolean {
    return this.events.some(({ body }) => body.kind === 'started' && !body.is_rated);
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
    const { opened } = this;
    for (const remark of remarks) known.set(remark.number, remark);
    this.remarks = [...known.values()].sort((a, b) => a.number - b.number);
    const fresh = remarks.filter(
      (remark) => opened && remark.time >= opened && remark.number > last && remark.seat !== this.table?.seat,
    );
    if (!fresh.length) return;
    announcer.say(fresh.map(({ name, text }) => say('page.chat.said', { name, text })).join(' '));
    this.unread += fresh.length;
    play('message');
  }

  /** Send a chat message; returns whether it was accepted. */
  async sendChat(text: string): Promise<boolean> {
    try {
      await api.chat(this.id, text);
      return true;
    } catch (error) {
      this.news = errorText(error);
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

  private async loadWords(game: string): Promise<void> {
    await games.loadOne(game).catch(() => undefined); // codes can be read, too
    this.isReady = true;
    if (this.table?.board) this.narrator?.start();
    else await this.loadNarrator();
  }

  private async loadNarrator(): Promise<void> {
    const { Narrator } = await import('./narrator');
    this.narrator ??= new Narrator(this);
    this.narrator.start();
  }

  private async loadFrame(game: string): Promise<void> {
    try {
      [this.frame, this.symbols] = await Promise.all([api.frame(this.id), api.symbols(game, preferences.letters)]);
      // The board comes first.
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => void this.loadNarrator())));
    } catch (error) {
      this.failure = errorText(error);
    }
  }

  /** Send a command; returns whether it was accepted. A refusal is shown. */
  async command(command: Command): Promise<boolean> {
    const problem = await this.send(command);
    if (problem) this.refuse(problem, []);
    return !problem;
  }

  /** Send a command; returns why it was refused. */
  private async send(command: Command): Promise<Problem | null> {
    try {
      const done = (await this.stream.command(command)) ?? (await api.command(this.id, command));
      this.refusal = null;
      this.stream.expect(done.sequence);
      return null;
    } catch (error) {
      return problemOf(error);
    }
  }

  play = (move: string): Promise<boolean> => this.command(this.toPlay(move));

  /** Play a move that was typed or planned; returns why it was refused, which is not said on the board. */
  attempt = (move: string): Promise<Problem | null> => this.send(this.toPlay(move));

  private toPlay(move: string): Command {
    return { kind: 'play', move, ply: this.table?.ply ?? 0 };
  }

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
      this.refuse(await api.why(this.id, path), path);
    } catch (error) {
      this.refuse(problemOf(error), path);
    }
  };

  private refuse(problem: Problem, path: readonly string[]): void {
    this.refusal = { problem, path };
    play('refusal');
  }
}
