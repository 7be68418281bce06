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
import { pieceName } from '../../board/labels';
import type { Laid } from '../../board/types';
import { errorText, has, problemOf, say, sayProblem, sayReason } from '../../i18n/messages';
import { games } from '../../state/games.svelte';
import { preferences } from '../../state/preferences.svelte';
import { session } from '../../state/session.svelte';
import { loadSymbols } from '../../state/symbols';
import { announcer } from '../../ui/announcer.svelte';
import { play, type Sound } from '../../ui/sound';
import { commitmentIn, describeEvent, nextCommitmentIn, seatsOf, standingMoves, type PlayedMove } from './event-log';
import { hearMove, hearScores, type Listener } from './heard';
import { describeHand } from './moves/board-questions';

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

  /** Whether those who listen were told how the match stands: then each event is told as it comes. */
  private isTold = false;

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
    if (this.isTold || (this.isReady && table.status === 'open')) this.tellEvents(events, before, standing);
    else this.tellStart();
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
    if (await this.play(planned)) return;
    this.refusal = null;
    this.news = say('page.premove.failed', { move: planned });
  }

  /** How the user wants to be told of the moves. */
  get listener(): Listener {
    return {
      game: this.table?.game ?? '',
      detail: preferences.detail,
      isSpelled: this.isSpelled,
      nameOf: this.nameOf,
      isMine: (seat) => this.mySeats.length === 1 && this.mySeats[0] === seat,
    };
  }

  /** Whether moves are said letter by letter. */
  get isSpelled(): boolean {
    return preferences.letters && Object.keys(this.symbols?.letters ?? {}).length > 0;
  }

  /** A move for those who listen. */
  hear = (played: PlayedMove): string => hearMove(played, this.words.get(played.ply), this.listener);

  /** The points of all seats in words; empty where none are counted. */
  get heardScores(): string {
    return this.hasPoints && this.table
      ? say('page.heard.scores', { scores: hearScores(this.table.scores, this.listener) })
      : '';
  }

  /** Tell how the match stands, once everything is there: who sits where, what was played, the own hand. */
  private tellStart(): void {
    const { table } = this;
    if (!table || table.status === 'open' || !this.isReady || !this.frame || !this.symbols || this.isTold) return;
    this.isTold = true;
    const { isMine } = this.listener;
    const mine = table.seats.findIndex((_, seat) => isMine(seat));
    const others = table.seats.flatMap((_, seat) =>
      isMine(seat) ? [] : [say('page.heard.seat', { name: this.nameOf(seat), seat: this.colourOf(seat) })],
    );
    const count = { brief: 1, normal: 3, full: Infinity }[preferences.detail];
    const last = this.moves.slice(-count);
    announcer.say(
      [
        mine < 0 ? '' : say('page.heard.you', { seat: this.colourOf(mine) }),
        preferences.detail === 'brief' ? '' : say('page.heard.others', { names: others.join('; ') }),
      ].join(' '),
    );
    this.tellHand();
    if (last.length) announcer.say(say('page.heard.played', { count: this.moves.length, told: last.length }));
    for (const played of last) announcer.say(this.hear(played));
    if (this.moves.length) announcer.say(this.heardScores);
    this.tellEnd();
    this.tellTurn();
  }

  /** Tell what has happened, in order. */
  private tellEvents(events: readonly MatchEvent[], before: Table, standing: readonly PlayedMove[]): void {
    let moves = [...standing];
    for (const { body } of events) {
      if (body.kind === 'played') {
        const played = { ...body, isByClock: body.by === 'clock', round: 0 };
        moves.push(played);
        announcer.say(this.hear(played));
      } else if (body.kind === 'taken_back') {
        const gone = moves.filter((move) => move.ply >= body.ply).reverse();
        moves = moves.filter((move) => move.ply < body.ply);
        const told = gone.map(({ seat, move }) =>
          say('page.heard.move', { name: this.nameOf(seat), who: this.listener.isMine(seat) ? 'you' : 'other', move }),
        );
        announcer.say(say('page.heard.taken_back', { count: gone.length, moves: told.join('; ') }));
      } else if (body.kind === 'ended') this.tellEnd();
      else if (body.kind === 'dealt')
        announcer.say(`${say('page.heard.dealt', { number: this.table?.rounds.length ?? 0 })} ${this.heardScores}`);
      else {
        const message = describeEvent(body, this.nameOf);
        if (message) announcer.say(say(message.code, message.values));
      }
    }
    const isDealt = events.some(({ body }) => body.kind === 'dealt');
    if (isDealt) this.tellHand();
    else this.tellDrawn(before);
    if (events.some(({ body }) => body.kind === 'played')) announcer.say(this.heardScores, 'full');
    const isOfTurn = events.some(({ body }) =>
      ['played', 'taken_back', 'dealt', 'started', 'resumed'].includes(body.kind),
    );
    if (isOfTurn) this.tellTurn();
  }

  private tellHand(): void {
    const { table, symbols, isCovered } = this;
    if (!table?.board || !symbols || isCovered || table.status !== 'running') return;
    if (this.mySeats.length !== 1 || !(this.frame?.is_hidden ?? false)) return;
    announcer.say(describeHand({ board: table.board, seat: table.seat, names: symbols.names, say }), 'normal');
  }

  /** Tell what is new in the own hand: only its owner knows. */
  private tellDrawn({ board }: Table): void {
    const { table, symbols } = this;
    if (!board || !table?.board || !symbols || !this.frame?.is_hidden || this.mySeats.length !== 1) return;
    const [held, now] = [board, table.board].map(
      (each) => each.hands.find(({ seat }) => seat === table.seat)?.items ?? [],
    );
    const known = new Set(held!.map((item) => item.click));
    const drawn = now!
      .filter((item) => item.click && !known.has(item.click))
      .map((item) => pieceName(symbols.names, item));
    if (drawn.length) announcer.say(say('page.heard.drew', { tiles: drawn.join('; ') }));
  }

  /** Tell whose turn it is, and what a rule or the game asks for. */
  private tellTurn(): void {
    const { table } = this;
    if (!table || table.status !== 'running' || table.to_move === null) return;
    if (!this.isMyTurn) return announcer.say(say('page.turn.theirs', { name: this.nameOf(table.to_move) }), 'full');
    const { prompt, notice } = table;
    const name =
      this.mySeats.length > 1 ? say('page.turn.theirs', { name: this.nameOf(table.to_move) }) : say('page.turn.yours');
    announcer.say(name);
    if (prompt)
      announcer.say(
        [`${prompt.code}.head`, prompt.code]
          .filter(has)
          .map((code) => say(code, prompt.values))
          .join('. '),
        'normal',
      );
    if (notice) announcer.say(sayProblem(notice));
  }

  private tellEnd(): void {
    const { table } = this;
    if (!table?.outcome) return;
    announcer.say([`${this.result}.`, sayReason(table.game, table.outcome.code), this.heardScores].join(' '));
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
    this.tellStart();
  }

  private async loadFrame(game: string): Promise<void> {
    try {
      [this.frame, this.symbols] = await Promise.all([api.frame(this.id), loadSymbols(game)]);
      this.tellStart();
    } catch (error) {
      this.failure = errorText(error);
    }
  }

  /** Send a command; returns whether it was accepted. A refusal is shown. */
  async command(command: Command): Promise<boolean> {
    try {
      const done = (await this.stream.command(command)) ?? (await api.command(this.id, command));
      this.refusal = null;
      this.stream.expect(done.sequence);
      return true;
    } catch (error) {
      this.refuse(problemOf(error), []);
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
