/** Shows moves one after the other at a pace that can be watched: those of opponents, a replay, a solution. */
import type { BoardState } from '../api/schemas';
import type { Pace } from '../state/preferences.svelte';
import { compare, momentsOf } from './drawing/motion';
import { LONGEST, PHASES, timings, type Phase, type Timing } from './drawing/pace';

/** A move to show: the board after it, the seat that made it, the move in words. */
export interface PacedMove {
  board: BoardState;
  words: string;
  seat: number | null;
  /** What it gained. */
  gain?: number;
  /** Whether the user has made it: such a move is shown at once. */
  isOwn?: boolean;
}

/** What is shown at the moment. */
export interface Shown extends Omit<PacedMove, 'isOwn' | 'gain'> {
  phase: Phase;
  /** How many of the moves on their way have no marks yet. */
  pending: number;
  /** How long its pieces move, in milliseconds; zero: they do not. */
  motion: number;
}

/** What the pacer depends on, read at each move. */
interface PaceSettings {
  pace: Pace;
  reducedMotion: boolean;
}

export class Pacer {
  /** Null while nothing is on its way: the page then shows its own board. */
  show = $state.raw<Shown | null>(null);

  private queue: PacedMove[] = [];
  private before: BoardState | null = null;
  private started = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** With `onphase` the page plays sounds. */
  constructor(
    private readonly settings: () => PaceSettings,
    private readonly onphase: (move: PacedMove, phase: Phase) => void = () => {},
  ) {}

  /** Show a move after those that are waiting; `before` is the board on which it was made. */
  push(move: PacedMove, before: BoardState | null): void {
    if (move.isOwn || this.isInstant) {
      this.skip();
      this.onphase(move, 'gain');
      return;
    }
    this.queue.push(move);
    if (this.show) this.show = { ...this.show, pending: this.show.pending + 1 };
    else this.begin(before);
  }

  /** Show moves again from a board on. */
  replay(moves: readonly PacedMove[], before: BoardState): void {
    this.skip();
    if (this.isInstant) return;
    this.queue.push(...moves);
    this.begin(before);
  }

  /** Go to the end at once. */
  skip = (): void => {
    clearTimeout(this.timer);
    this.queue = [];
    this.show = null;
  };

  /** Any touch or key goes to the end; returns a function that stops listening. */
  listen = (target: EventTarget = window): (() => void) => {
    const names = ['pointerdown', 'keydown', 'wheel'];
    for (const name of names) target.addEventListener(name, this.skip, { capture: true, passive: true });
    return () => {
      for (const name of names) target.removeEventListener(name, this.skip, { capture: true });
      this.skip();
    };
  };

  private get isInstant(): boolean {
    const { pace, reducedMotion } = this.settings();
    return reducedMotion || pace === 'instant';
  }

  private begin(before: BoardState | null): void {
    this.before = before;
    this.started = performance.now();
    this.next();
  }

  private next(): void {
    const [move] = this.queue;
    if (!move) {
      this.show = null;
      return;
    }
    const left = LONGEST - (performance.now() - this.started);
    this.enter(move, timings(this.stepsAhead(), this.settings().pace, left)[0]!, 0);
  }

  /** Enter a phase of the first move, and the next one after its time. */
  private enter(move: PacedMove, timing: Timing, index: number): void {
    const phase = PHASES[index];
    if (phase === undefined) {
      this.queue.shift();
      this.before = move.board;
      this.next();
      return;
    }
    const isMarked = phase === 'gain' || phase === 'rest';
    const { words, seat } = move;
    const board = phase === 'plate' ? (this.before ?? move.board) : move.board;
    const pending = this.queue.length - (isMarked ? 1 : 0);
    this.show = { board, words, seat, phase, pending, motion: phase === 'plate' ? 0 : timing.move };
    this.onphase(move, phase);
    this.timer = setTimeout(() => this.enter(move, timing, index + 1), timing[phase]);
  }

  /** The number of steps of the longest way of each move. */
  private stepsAhead(): number[] {
    let before = this.before;
    return this.queue.map(({ board }) => {
      const steps = before ? momentsOf(compare(before, board).arrivals) - 1 : 1;
      before = board;
      return steps;
    });
  }
}
