/** The state of a replay: the current position of a record, variations, analysis. */
import { api } from '../../api/client';
import { positions } from '../../api/positions';
import type {
  Analysis,
  BoardState,
  Clicks,
  OpenedRecord,
  PositionRequest,
  Problem,
  ShownPosition,
  Step,
  Symbols,
} from '../../api/schemas';
import { capitalise, errorText, say } from '../../i18n/messages';
import { preferences } from '../../state/preferences.svelte';
import { hearMove, type Listener } from '../match/moves/heard';

/** A variation: tried moves, and the step of the game where it branches off. */
export interface Branch {
  from: number;
  steps: Step[];
}

export class ReplayState {
  /** The current step of the game. */
  at = $state(0);
  /** The current move of the variation; 0 in the game itself. */
  depth = $state(0);
  branch = $state.raw<Branch | null>(null);
  /** The ply of the move that is judged, where the position before it is shown. */
  moment = $state<number | null>(null);
  shown = $state.raw<ShownPosition | null>(null);
  symbols = $state.raw<Symbols | null>(null);
  analysis = $state.raw<Analysis | null>(null);
  isAnalysing = $state(false);
  /** What went wrong. */
  failure = $state('');
  /** Why the last clicks lead to no legal move. */
  refused = $state.raw<{ problem: Problem; path: string[] } | null>(null);
  /** Whether every position has been fetched, and so is cached for offline use. */
  isCached = $state(false);

  readonly isTrying = $derived(this.depth > 0);

  private readonly cache = new Map<string, Promise<ShownPosition>>();
  private requests = 0;

  constructor(readonly record: OpenedRecord) {
    void api.symbols(record.game, preferences.letters).then(
      (symbols) => (this.symbols = symbols),
      (error: unknown) => (this.failure = errorText(error)),
    );
  }

  get step(): Step | null {
    if (this.depth && this.branch) return this.branch.steps[this.depth - 1] ?? null;
    return this.record.steps[this.at - 1] ?? null;
  }

  /** The number of moves played. */
  get ply(): number {
    return this.step?.ply ?? this.record.first_ply;
  }

  get position(): string {
    return this.step?.position ?? this.record.first;
  }

  /** The name of a player, or else the seat's colour. */
  nameOf = (seat: number): string => this.record.players[seat] || this.colourOf(seat);

  /** A move in words; by its notation where the game has none. */
  sayMove = ({ seat, text, words }: Step): string => {
    if (seat === null) return say('page.event.dealt');
    const name = capitalise(this.nameOf(seat));
    if (!words) return say('page.event.played', { name, move: text });
    return say(words.code, { ...words.values, name, who: 'other' });
  };

  /** A step for those who listen. */
  hear = ({ seat, text, words }: Step): string => {
    if (seat === null) return say('page.event.dealt');
    return hearMove({ seat, move: text }, words ?? undefined, this.listener);
  };

  get listener(): Listener {
    const isSpelled = this.symbols?.is_spelled ?? false;
    const nameOf = (seat: number): string => capitalise(this.nameOf(seat));
    return { game: this.record.game, detail: preferences.detail, isSpelled, nameOf, isMine: () => false };
  }

  colourOf = (seat: number): string => say(`${this.record.game}.seat.${seat}`);

  /** Go to a step of the game, or to a move of the variation there. */
  go(at: number, depth = 0): void {
    this.moment = null;
    this.at = Math.min(Math.max(at, 0), this.record.steps.length);
    this.depth = this.branch?.from === this.at ? Math.min(depth, this.branch.steps.length) : 0;
    void this.show();
  }

  /** Go to a ply; where a deal followed, after the deal. */
  goToPly(ply: number): void {
    this.go(this.record.steps.findLastIndex((step) => step.ply <= ply) + 1);
  }

  /** Go to the position in which a move was made, to judge it. */
  goToMoment(ply: number): void {
    this.go(this.record.steps.findIndex((step) => step.ply === ply && step.seat !== null));
    this.moment = ply;
  }

  forward(): void {
    if (this.branch && this.branch.from === this.at && this.depth < this.branch.steps.length && this.isTrying)
      this.go(this.at, this.depth + 1);
    else if (!this.isTrying) this.go(this.at + 1);
  }

  back(): void {
    if (this.depth) this.go(this.at, this.depth - 1);
    else this.go(this.at - 1);
  }

  /** Discard the variation. */
  leave(): void {
    this.branch = null;
    this.go(this.at);
  }

  /** Try a move; the move that was played goes on in the game. */
  play = async (move: string): Promise<boolean> => {
    this.failure = await this.attempt(move);
    return !this.failure;
  };

  /** Try a move that was typed; returns why it was refused, which is said where it was typed. */
  attempt = async (move: string): Promise<string> => {
    try {
      const shown = await positions.show({ position: this.position, moves: [move] });
      this.failure = '';
      if (!this.isTrying && this.record.steps[this.at]?.text === shown.last) {
        this.go(this.at + 1);
        return '';
      }
      const step = stepOf(shown, this.shown?.to_move ?? null);
      const before = this.isTrying ? (this.branch?.steps.slice(0, this.depth) ?? []) : [];
      this.branch = { from: this.at, steps: [...before, step] };
      this.go(this.at, before.length + 1);
      return '';
    } catch (error) {
      return errorText(error);
    }
  };

  /** Try several moves in a row. */
  async playAll(moves: readonly string[]): Promise<void> {
    for (const move of moves) {
      if (!(await this.play(move))) return;
      await this.show();
    }
  }

  clicks = (path: string[], whole = false): Promise<Clicks> => positions.clicks(this.place(), path, whole);

  preview = async (move: string): Promise<BoardState | null> => {
    try {
      return (await positions.show({ position: this.position, moves: [move] })).board;
    } catch {
      return null;
    }
  };

  why = async (path: string[]): Promise<void> => {
    try {
      this.refused = { problem: await positions.why(this.place(), path), path };
    } catch (error) {
      this.failure = errorText(error);
    }
  };

  /** Show the current position; a response that was overtaken is dropped. */
  async show(): Promise<void> {
    const number = ++this.requests;
    try {
      const shown = await this.load(this.marked());
      if (number !== this.requests) return;
      this.shown = shown;
      this.failure = '';
      this.refused = null;
      if (this.isAnalysing) await this.analyse(number);
      else this.analysis = null;
    } catch (error) {
      if (number === this.requests) this.failure = errorText(error);
    }
  }

  async setAnalysing(isAnalysing: boolean): Promise<void> {
    this.isAnalysing = isAnalysing;
    await this.show();
  }

  /** Fetch every position one by one, so that the service worker caches them; returns a function that stops. */
  prefetchAll(): () => void {
    let isOver = false;
    void (async () => {
      for (let at = 0; at <= this.record.steps.length && !isOver; at++) await this.load(this.placeAt(at));
      this.isCached = !isOver;
    })().catch(() => undefined);
    return () => (isOver = true);
  }

  private async analyse(number: number): Promise<void> {
    const nobody = this.shown?.to_move === null;
    const found = nobody ? null : await positions.analysis(this.place());
    if (number === this.requests) this.analysis = found;
  }

  private place(): PositionRequest {
    return { position: this.position, moves: [] };
  }

  /** The current position as its last move played on the one before, so that the move is marked. */
  private marked(): PositionRequest {
    if (!this.depth) return this.placeAt(this.at);
    return this.reached(
      this.step,
      this.depth > 1 ? this.branch?.steps[this.depth - 2] : this.record.steps[this.at - 1],
    );
  }

  private placeAt(at: number): PositionRequest {
    return this.reached(this.record.steps[at - 1] ?? null, this.record.steps[at - 2]);
  }

  private reached(step: Step | null, before: Step | undefined): PositionRequest {
    if (!step || step.seat === null) return { position: step?.position ?? this.record.first, moves: [] };
    return { position: before?.position ?? this.record.first, moves: [step.text] };
  }

  private load(place: PositionRequest): Promise<ShownPosition> {
    const key = JSON.stringify(place);
    let found = this.cache.get(key);
    if (!found) {
      found = positions.show(place);
      this.cache.set(key, found);
      found.catch(() => this.cache.delete(key));
    }
    return found;
  }
}

function stepOf(shown: ShownPosition, seat: number | null): Step {
  const { last: text, ply, position, scores, words = null } = shown;
  return { text, seat, ply, position, scores, comment: '', variations: [], words };
}
