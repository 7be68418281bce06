/** The properties of the board component (docs/decisions/0007-page.md). */
import type { BoardState, Clicks, Frame, Symbols } from '../api/schemas';

/** A proposed move, and the clicks that make it. */
export interface Laid {
  move: string;
  clicks: readonly string[];
}

/**
 * The properties of `Board.svelte`. It draws any game, and lets its user click a move together.
 * The page around it shows names, clocks and scores; the board shows frame, pieces, hands, well, and
 * the buttons for words among the clicks.
 */
export interface BoardProps {
  game: string;
  frame: Frame;
  symbols: Symbols;
  board: BoardState;
  clicks: Clicks | null;
  /** The seat from which the table is seen; null for spectators. */
  seat: number | null;
  /** Names of the seats, for labels of their hands. */
  names: string[];
  canMove: boolean;
  /** A move to lay on the board, ready to be played; each one that is given is laid once. */
  laid?: Laid | null;
  /** Sends a finished move; resolves to whether it was accepted. A refusal is shown by the page. */
  onmove: (text: string) => Promise<boolean>;
  /** Fetches the branch behind a path of clicks; with `whole` all of it, where there are few enough moves. */
  onpath: (path: string[], whole?: boolean) => Promise<Clicks>;
  /** The board as it would be after a move; null where that is not told. */
  onpreview: (move: string) => Promise<BoardState | null>;
  /** Somebody clicked what leads to no move: the page fetches why, and says it in words. */
  onwhy: (path: string[]) => void;
  /** A click was taken, for the sound and the live region. */
  onclick?: (path: string[]) => void;
  reducedMotion: boolean;
  /**
   * A sentence from the catalogues: `say('board.undo')`, `say('quads.click.draw')`. The board's own messages are in
   * `web/src/board/text/en.json`, namespace `board`; a test finds those that are missing or not used.
   */
  say: (code: string, values?: Record<string, string | number>) => string;
}
