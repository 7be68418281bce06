/** The state of one position outside a match: shown, played on, reset. */
import { api } from '../../api/client';
import { ApiError } from '../../api/http';
import { positions } from '../../api/positions';
import type { BoardState, Clicks, Problem, ShownPosition, Symbols } from '../../api/schemas';

export class PositionState {
  shown = $state.raw<ShownPosition | null>(null);
  symbols = $state.raw<Symbols | null>(null);
  /** Why the last attempt failed. */
  problem = $state.raw<Problem | null>(null);

  private first: ShownPosition | null = null;

  constructor(
    readonly game: string,
    private readonly text: string,
  ) {}

  async load(): Promise<void> {
    try {
      [this.first, this.symbols] = await Promise.all([
        positions.show({ position: this.text, moves: [] }),
        api.symbols(this.game),
      ]);
      this.shown = this.first;
    } catch (error) {
      this.refuse(error);
    }
  }

  private get here(): string {
    return this.shown?.position ?? this.text;
  }

  /** Go back to the first position. */
  reset(): void {
    this.shown = this.first;
    this.problem = null;
  }

  /** Play a move; returns whether it was legal. */
  play = async (move: string): Promise<boolean> => {
    try {
      this.shown = await positions.show({ position: this.here, moves: [move] });
      this.problem = null;
      return true;
    } catch (error) {
      this.refuse(error);
      return false;
    }
  };

  branch = (path: string[], whole = false): Promise<Clicks> =>
    positions.clicks({ position: this.here, moves: [] }, path, whole);

  preview = async (move: string): Promise<BoardState | null> => {
    try {
      return (await positions.show({ position: this.here, moves: [move] })).board;
    } catch {
      return null; // optional
    }
  };

  /** Fetch why clicks lead to no legal move. */
  why = async (path: string[]): Promise<void> => {
    try {
      this.problem = await positions.why({ position: this.here, moves: [] }, path);
    } catch (error) {
      this.refuse(error);
    }
  };

  private refuse(error: unknown): void {
    this.problem = error instanceof ApiError ? error.problem : { code: '', message: String(error), values: {} };
  }
}
