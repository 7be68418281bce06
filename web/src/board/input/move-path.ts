/**
 * A half-entered move as a path in the tree of clicks. The tree holds all legal moves; no rule is known here.
 *
 * A choice is immutable: each click gives a new one. Where the tree wants a tile of the hand first and then a cell,
 * the cell may also be clicked first (`square`).
 */
import type { Clicks, HandItem, Placement } from '../../api/schemas';
import type { Laid } from '../types';

export interface Things {
  cells: ReadonlySet<string>;
  /** The tiles that the seat may take: its hand, and the shared ones. */
  items: ReadonlyMap<string, HandItem>;
}

export interface Choice {
  tree: Clicks;
  things: Things;
  path: readonly string[];
  square: string | null;
  /** How the tiles that the user has turned lie in the hand. */
  turned: ReadonlyMap<string, string>;
}

/** What can be clicked next. */
export interface Offer {
  cells: ReadonlySet<string>;
  /** Those of the cells for which the tile in hand must be turned first. */
  turnedCells: ReadonlySet<string>;
  items: ReadonlySet<string>;
  /** The orientations of the tile that the clicked cell allows. */
  ways: readonly string[];
  words: readonly string[];
}

export interface Step {
  choice: Choice;
  /** A move to play at once, because nothing is left open. */
  move: string | null;
  /** Clicks that lead to no legal move. */
  refused: string[] | null;
}

type Kind = 'cell' | 'item' | 'way' | 'word';
type Branch = Clicks | string | null | undefined;

/** A path over more cells is built step by step, and confirmed before it is played. */
const CELLS_AT_ONCE = 2;

export function begin(tree: Clicks, things: Things, turned: ReadonlyMap<string, string> = new Map()): Choice {
  return { tree, things, path: [], square: null, turned };
}

/** The node at a path: a branch, a move, null where it must be fetched, or undefined. */
export function branch(tree: Clicks, path: readonly string[]): Branch {
  let found: Branch = tree;
  for (const click of path) {
    if (!isBranch(found)) return found === null ? null : undefined;
    found = found[click];
  }
  return found;
}

function isBranch(found: Branch): found is Clicks {
  return typeof found === 'object' && found !== null;
}

/** The chosen tile of the hand. */
export function chosenItem(choice: Choice): HandItem | undefined {
  const first = choice.path[0];
  return first === undefined ? undefined : choice.things.items.get(first);
}

function kindOf(choice: Choice, path: readonly string[], click: string): Kind {
  const item = path.length ? choice.things.items.get(path[0]!) : undefined;
  if (item?.lying.some((lying) => lying.click === click)) return 'way';
  if (choice.things.cells.has(click)) return 'cell';
  if (choice.things.items.has(click)) return 'item';
  return 'word';
}

function clicksAt(choice: Choice, path: readonly string[], kind: Kind): string[] {
  const found = branch(choice.tree, path);
  if (!isBranch(found)) return [];
  return Object.keys(found).filter((click) => kindOf(choice, path, click) === kind);
}

/** The move that the clicks make, or null. */
export function ready(choice: Choice): string | null {
  const found = branch(choice.tree, choice.path);
  return typeof found === 'string' ? found : null;
}

/** The tile that is being placed, its cell and its orientation. */
export function placed(choice: Choice): { item: HandItem; cell: string; lying: Placement } | null {
  const item = chosenItem(choice);
  const [, cell, way] = choice.path;
  const lying = item?.lying.find((each) => each.click === way);
  return item && cell !== undefined && lying ? { item, cell, lying } : null;
}

/** The clicked cells, in order. */
export function cellsOf(choice: Choice): string[] {
  if (choice.square !== null) return [choice.square];
  return choice.path.filter((click, index) => kindOf(choice, choice.path.slice(0, index), click) === 'cell');
}

/** The orientation of a tile in the hand. */
export function placementInHand(choice: Pick<Choice, 'turned'>, item: HandItem): Placement {
  const way = choice.turned.get(item.name);
  return (
    item.lying.find((lying) => lying.click === way) ??
    item.lying.find((lying) => lying.turn === item.turn && lying.symbol === item.symbol) ??
    item.lying[0] ?? { click: item.name, symbol: item.symbol, turn: item.turn }
  );
}

/** The tiles that fit a cell. */
export function fitting(choice: Choice, square: string): string[] {
  return clicksAt(choice, [], 'item').filter((item) => {
    const found = choice.tree[item];
    return isBranch(found) && square in found;
  });
}

export function offer(choice: Choice): Offer {
  const { path, square } = choice;
  const placing = placed(choice);
  const ways = placing ? clicksAt(choice, path.slice(0, 2), 'way') : [];
  const base = placing ? path.slice(0, 1) : path;
  const cells = new Set(clicksAt(choice, base, 'cell'));
  const items = clicksAt(choice, [], 'item');
  if (!path.length) {
    for (const item of items) for (const cell of clicksAt(choice, [item], 'cell')) cells.add(cell);
  }
  return {
    cells,
    turnedCells: new Set(base.length === 1 ? [...cells].filter((cell) => !liesRight(choice, cell)) : []),
    items: new Set(square === null ? items : fitting(choice, square)),
    ways,
    words: clicksAt(choice, path, 'word'),
  };
}

function liesRight(choice: Choice, cell: string): boolean {
  const item = chosenItem(choice);
  if (!item) return true;
  const ways = clicksAt(choice, [item.name, cell], 'way');
  return !ways.length || ways.includes(placementInHand(choice, item).click);
}

/** The branch to fetch before the choice can go on; the whole tree where a cell may be clicked first. */
export function missing(choice: Choice): { path: string[]; whole: boolean } | null {
  if (branch(choice.tree, choice.path) === null) return { path: [...choice.path], whole: false };
  const isTurnedRound = !choice.path.length && clicksAt(choice, [], 'item').some((item) => choice.tree[item] === null);
  return isTurnedRound ? { path: [], whole: true } : null;
}

/** Insert a fetched branch; a choice that waited for it goes on. */
export function grow(choice: Choice, path: readonly string[], found: Clicks): Step {
  const grown = { ...choice, tree: grafted(choice.tree, path, found) };
  const isAwaited =
    path.length > 0 && path.length === choice.path.length && path.every((click, k) => click === choice.path[k]);
  return isAwaited ? go(grown, choice.path) : stay(grown);
}

function grafted(tree: Clicks, path: readonly string[], found: Clicks | string): Clicks {
  const [first, ...rest] = path;
  if (first === undefined) return isBranch(found) ? found : tree;
  const under = tree[first];
  if (!rest.length && !isBranch(found)) return { ...tree, [first]: found };
  return { ...tree, [first]: grafted(isBranch(under) ? under : {}, rest, found) };
}

/** Orient the tile on its cell: as it was turned in the hand, or else the next way that fits. */
function laid(choice: Choice): Choice {
  const item = chosenItem(choice);
  const ways = item && choice.path.length === 2 ? clicksAt(choice, choice.path, 'way') : [];
  if (!item || !ways.length) return choice;
  const ring = item.lying.map((lying) => lying.click);
  const start = Math.max(0, ring.indexOf(placementInHand(choice, item).click));
  const way = [...ring.slice(start), ...ring.slice(0, start)].find((click) => ways.includes(click));
  return way === undefined ? choice : { ...choice, path: [...choice.path, way] };
}

function go(choice: Choice, path: readonly string[]): Step {
  const next = laid({ ...choice, path, square: null });
  const move = ready(next);
  return { choice: next, move: move !== null && isSure(next) ? move : null, refused: null };
}

/** Whether nothing is left open: one orientation, the one in the hand if it was turned there, and no path in steps. */
function isSure(choice: Choice): boolean {
  if (kindOf(choice, choice.path.slice(0, -1), choice.path.at(-1)!) === 'word') return true;
  const item = chosenItem(choice);
  if (item) {
    const way = choice.turned.get(item.name);
    return offer(choice).ways.length <= 1 && (way === undefined || way === choice.path.at(-1));
  }
  return cellsOf(choice).length <= CELLS_AT_ONCE;
}

function stay(choice: Choice, refused: string[] | null = null): Step {
  return { choice, move: null, refused };
}

export function clickItem(choice: Choice, name: string): Step {
  if (choice.path[0] === name) return stay(clear(choice));
  if (choice.square !== null) {
    return fitting(choice, choice.square).includes(name)
      ? go(choice, [name, choice.square])
      : stay(choice, [name, choice.square]);
  }
  return name in choice.tree ? go(choice, [name]) : stay(choice, [name]);
}

export function clickCell(choice: Choice, name: string): Step {
  const { path, square, tree } = choice;
  const here = branch(tree, path);
  if (isBranch(here) && kindOf(choice, path, name) === 'cell' && name in here) return go(choice, [...path, name]);
  const placing = placed(choice);
  if (placing) {
    if (name === placing.cell) return stay(turn(choice, 1));
    return name in (branch(tree, path.slice(0, 1)) as Clicks)
      ? go(choice, [placing.item.name, name])
      : stay(choice, [placing.item.name, name]);
  }
  if (!path.length) {
    if (name === square) return stay(clear(choice));
    return offer(choice).cells.has(name) ? stay({ ...choice, square: name }) : stay(choice, [name]);
  }
  if (name === path.at(-1)) return stay(ready(choice) === null ? undo(choice) : choice);
  // Another first click replaces the first one; later clicks never discard what was built.
  if (path.length === 1 && name in tree) return go(choice, [name]);
  return stay(choice, [...path, name]);
}

export function clickWord(choice: Choice, word: string): Step {
  return go(choice, [...choice.path, word]);
}

/** Turn the tile on its cell among the orientations that fit; without a cell, turn the tile in the hand. */
export function turn(choice: Choice, by: 1 | -1, name?: string): Choice {
  const placing = placed(choice);
  if (placing && (name === undefined || name === placing.item.name)) {
    const ways = offer(choice).ways;
    const ring = placing.item.lying.map((lying) => lying.click).filter((click) => ways.includes(click));
    const way = next(ring, placing.lying.click, by);
    return { ...choice, path: [...choice.path.slice(0, 2), way], turned: withTurn(choice, placing.item, way) };
  }
  const item = name === undefined ? chosenItem(choice) : choice.things.items.get(name);
  if (!item || item.lying.length < 2) return choice;
  const ring = item.lying.map((lying) => lying.click);
  return { ...choice, turned: withTurn(choice, item, next(ring, placementInHand(choice, item).click, by)) };
}

function next(ring: readonly string[], from: string, by: 1 | -1): string {
  return ring[(ring.indexOf(from) + by + ring.length) % ring.length] ?? from;
}

function withTurn(choice: Choice, item: HandItem, way: string): Map<string, string> {
  return new Map(choice.turned).set(item.name, way);
}

/** Enter a whole move at once, ready to be confirmed. */
export function lay(choice: Choice, { clicks, move }: Laid): Choice {
  return { ...choice, tree: grafted(choice.tree, clicks, move), path: clicks, square: null };
}

/** Undo the last click; a tile on its cell goes back into the hand at once. */
export function undo(choice: Choice): Choice {
  const end = placed(choice) ? 1 : -1;
  return { ...choice, path: choice.path.slice(0, end), square: null };
}

export function clear(choice: Choice): Choice {
  return { ...choice, path: [], square: null };
}
