/** What the server tells of a board (docs/decisions/0007-page.md), and how the board component is used. */

export type Point = [number, number];
export type Box = [number, number, number, number];

export interface Cell {
  name: string;
  points: Point[];
}

/** The board without pieces; a table without rim has no box, and its cells come with each board. */
export interface Frame {
  box: Box | null;
  svg: string;
  cells: Cell[];
  is_lattice: boolean;
  /** Seats see different things. */
  is_hidden: boolean;
}

/** The inside of each `<symbol>`, by its id. */
export type Symbols = Record<string, string>;

export interface Item {
  symbol: string;
  x: number;
  y: number;
  turn: number;
  scale: number;
  name: string;
  way: Point[];
}

export interface Label {
  text: string;
  x: number;
  y: number;
  size: number;
}

export interface Mark {
  name: string;
  kind: 'to' | 'from' | 'path';
  svg: string;
}

export interface Lying {
  click: string;
  symbol: string;
  turn: number;
}

export interface HandItem {
  symbol: string;
  name: string;
  turn: number;
  lying: Lying[];
}

export interface Hand {
  seat: number;
  symbol: string;
  number: number;
  items: HandItem[];
  backs: number;
  back: string;
}

export interface BoardState {
  box: Box;
  cells: Cell[];
  items: Item[];
  labels: Label[];
  marks: Mark[];
  hands: Hand[];
  shared: HandItem[];
  well: number | null;
}

/** What can be clicked next: a branch, the text of a move, or null: there is more, ask for it. */
export interface Clicks {
  [click: string]: Clicks | string | null;
}

/** An error as the server answers it: a code, the English sentence, the values in it. */
export interface Problem {
  code: string;
  message: string;
  values: Record<string, string>;
}

/**
 * The properties of `Board.svelte`. It draws any game, and lets its user click a move together.
 * The page around it shows names, clocks and scores; the board shows frame, pieces, hands, well, and
 * the buttons for words among the clicks.
 */
/** A move that was proposed, and the clicks that make it. */
export interface Laid {
  move: string;
  clicks: readonly string[];
}

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
