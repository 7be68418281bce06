/** The properties of the board component (docs/decisions/0007-page.md). */
import type { BoardState, Clicks, Frame, Symbols } from '../api/schemas';

/** A proposed move, and the clicks that make it. */
export interface Laid {
  move: string;
  clicks: readonly string[];
}

/** What is heard while pieces are moved. */
export type BoardSound = 'piece' | 'sow' | 'turned' | 'lift' | 'cut' | 'capture';

/**
 * The properties of `Board.svelte`. It draws any game, and lets the user enter a move.
 * The page around it shows names, clocks and scores; the board shows frame, pieces, hands, well, and
 * the buttons for words among the clicks.
 */
export interface BoardProps {
  game: string;
  frame: Frame;
  /** The pictures and names of its pieces. */
  symbols: Symbols;
  board: BoardState;
  clicks: Clicks | null;
  /** The seat whose view is shown; null for spectators. */
  seat: number | null;
  /** Names of the seats, for the labels of their hands. */
  names: string[];
  canMove: boolean;
  /** A move to enter on the board, ready to be confirmed; each new object is entered once. */
  laid?: Laid | null;
  /** Send a finished move; resolves to whether it was accepted. The page shows a refusal. */
  onmove: (text: string) => Promise<boolean>;
  /** Fetch the branch at a path of clicks; with `whole` all of it, where there are few enough moves. */
  onpath: (path: string[], whole?: boolean) => Promise<Clicks>;
  /** Fetch the board after a move; null where it is not available. */
  onpreview: (move: string) => Promise<BoardState | null>;
  /** The user clicked what leads to no legal move: the page fetches and shows the reason. */
  onwhy: (path: string[]) => void;
  /** A click was accepted: for the sound and the live region. */
  onclick?: (path: string[]) => void;
  reducedMotion: boolean;
  /**
   * A message of the catalogues: `say('board.undo')`, `say('GAME.click.WORD')`. The board's own messages are in
   * `web/src/board/text/en.json`, namespace `board`; a test finds those that are missing or not used.
   */
  say: (code: string, values?: Record<string, string | number>) => string;
}
