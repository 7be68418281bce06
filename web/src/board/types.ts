/** The properties of the board component (docs/decisions/0007-page.md). */
import type { Snippet } from 'svelte';
import type { BoardState, Clicks, Frame, Problem, Symbols } from '../api/schemas';
import type { Confirm } from '../state/preferences.svelte';

/** A proposed move, and the clicks that make it. */
export interface Laid {
  move: string;
  clicks: readonly string[];
}

/** A short heading, and a sentence below it. */
export interface Told {
  head: string;
  line: string;
  /** Whether it is a task: it is lit, and stays the heading while a move is entered. */
  isTask?: boolean;
  /** Whether the page itself tells it to those who listen. */
  isSilent?: boolean;
}

/** What is heard while pieces are moved. */
export type BoardSound = 'piece' | 'sow' | 'turned' | 'lift' | 'cut' | 'capture';

/** A refusal at the spot: what is wrong, why, and the address of the rule. */
export interface Refused {
  cell: string;
  what: string;
  why: string;
  link: string;
  /** Whether those who listen are told elsewhere. */
  isSaid?: boolean;
}

/** A move that was made: where its pieces lie, and what it gained. */
export interface PastMove {
  ply: number;
  seat: number;
  cells: readonly string[];
  gain: number;
}

/** A move that is proposed: its clicks, and the chance of the mover. */
export interface Proposed {
  clicks: readonly string[];
  chance: number;
  label: string;
}

/** A short note on a cell: what is thought of the move there. */
export interface CellNote {
  cell: string;
  text: string;
}

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
  /** What is to be heard now, some semitones higher. */
  onsound?: (sound: BoardSound, semitones?: number) => void;
  /** Whether a finished move waits to be confirmed; `auto`: after a touch on a small cell. */
  confirm?: Confirm;
  reducedMotion: boolean;
  /** How long pieces move, in milliseconds, where the page shows moves at a pace. */
  motion?: number | undefined;
  /** What the seat to move has to do, as the game says it. */
  prompt?: Problem | null;
  /** What stands in the prompt's place while there is nothing to do, and what stands there before a click. */
  waiting?: Told | null;
  told?: Told | null;
  /** Why the last click was refused, at its cell. */
  refusal?: Refused | null;
  /** The moves of others since the own last one, and a proposed move to draw. */
  since?: readonly PastMove[];
  hints?: readonly Proposed[];
  notes?: readonly CellNote[];
  /** Whether moves are only tried: the own place then does not light up, and the prompt keeps its heading. */
  isTrial?: boolean;
  /** Whether the move that is being entered only stays to be looked at: nothing is asked, and it has no buttons. */
  isSettled?: boolean;
  /** On the page of a match: the toolbar; the board then takes the whole screen. */
  bar?: Snippet;
  /** The plates of the others, the log and the chat, the own plate. */
  others?: Snippet;
  story?: Snippet;
  plate?: Snippet;
  /** What lies instead of the board, instead of the own place after the end, and under the own place. */
  cover?: Snippet | undefined;
  verdict?: Snippet | undefined;
  after?: Snippet;
  /** What is said about the last try, above the buttons. */
  notice?: Snippet;
  /** Buttons shown as long as no move is entered. */
  quiet?: Snippet | undefined;
  /**
   * A message of the catalogues: `say('board.undo')`, `say('GAME.click.WORD')`. The board's own messages are in
   * `web/src/board/text/en.json`, namespace `board`; a test finds those that are missing or not used.
   */
  say: (code: string, values?: Record<string, string | number>) => string;
}
