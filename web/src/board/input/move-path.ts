/**
 * A half-entered move: clicks matched against the tree of clicks. The tree holds all legal moves; no rule is known here.
 *
 * A choice is immutable: each click gives a new one. Its `path` follows the tree from the root. Cells and items may be
 * clicked before the tree asks for them: they wait in `early` until the path gets there. Clicks of one kind keep their
 * order. Orientations are chosen by turning: a path that comes to them takes the one that the item has in the hand, or
 * else the next that fits.
 */
import type { ClickKind, Clicks, HandItem, Placement } from '../../api/schemas';

export interface Click {
  kind: ClickKind;
  name: string;
}

export interface Choice {
  tree: Clicks;
  /** The items that can be clicked, by the names of their clicks. */
  items: ReadonlyMap<string, HandItem>;
  path: readonly Click[];
  early: readonly Click[];
  /** How the items that the user has turned lie in the hand. */
  turned: ReadonlyMap<string, string>;
}

/** What can be clicked next. */
export interface Offer {
  cells: ReadonlySet<string>;
  /** Those of the cells that the tree asks for later. */
  earlyCells: ReadonlySet<string>;
  /** Those of the cells for which the item in hand must be turned first. */
  turnedCells: ReadonlySet<string>;
  items: ReadonlySet<string>;
  /** The orientations of the item that the other clicks allow. */
  ways: readonly string[];
  words: readonly string[];
}

export interface Step {
  choice: Choice;
  /** A move to play at once, because nothing is left open. */
  move: string | null;
  /** The names of clicks that lead to no legal move. */
  refused: string[] | null;
}

type Branch = Clicks | string | null | undefined;

/** A path over more cells is built step by step, and confirmed before it is played. */
const CELLS_AT_ONCE = 2;

export function begin(
  tree: Clicks,
  items: ReadonlyMap<string, HandItem>,
  turned: ReadonlyMap<string, string> = new Map(),
): Choice {
  return { tree, items, path: [], early: [], turned };
}

// The tree.

function isNode(found: Branch): found is Clicks {
  return typeof found === 'object' && found !== null;
}

/** What is below a path: a node, a move, null where it must be fetched, or undefined. */
export function branch(tree: Clicks, path: readonly Click[]): Branch {
  let found: Branch = tree;
  for (const { kind, name } of path) {
    if (!isNode(found)) return found === null ? null : undefined;
    found = found[kind]?.[name];
  }
  return found;
}

function* entriesOf(node: Clicks): Generator<[Click, Branch]> {
  for (const [kind, named] of Object.entries(node))
    for (const [name, found] of Object.entries(named)) yield [{ kind: kind as ClickKind, name }, found];
}

/** The clicks with these names, as far as the tree is known. */
export function clicksNamed(tree: Clicks, names: readonly string[]): Click[] {
  const path: Click[] = [];
  for (const name of names) {
    const found = branch(tree, path);
    const click = isNode(found) && [...entriesOf(found)].find(([each]) => each.name === name)?.[0];
    if (!click) break;
    path.push(click);
  }
  return path;
}

/** A move, and the clicks that make it. */
export interface ClickedMove {
  move: string;
  clicks: readonly Click[];
}

/** The moves in a tree, and whether the tree is complete. */
export function movesIn(tree: Clicks, path: readonly Click[] = []): { moves: ClickedMove[]; isWhole: boolean } {
  const moves: ClickedMove[] = [];
  let isWhole = true;
  for (const [click, found] of entriesOf(tree)) {
    const clicks = [...path, click];
    if (typeof found === 'string') moves.push({ move: found, clicks });
    else if (!isNode(found)) isWhole = false;
    else {
      const below = movesIn(found, clicks);
      moves.push(...below.moves);
      isWhole &&= below.isWhole;
    }
  }
  return { moves, isWhole };
}

export function namesOf(clicks: readonly Click[]): string[] {
  return clicks.map(({ name }) => name);
}

function isSame(one: Click, other: Click): boolean {
  return one.kind === other.kind && one.name === other.name;
}

/** What is left of early clicks after a click; undefined if another one of its kind must come first. */
function after(early: readonly Click[], click: Click): readonly Click[] | undefined {
  const first = early.find(({ kind }) => kind === click.kind);
  if (!first) return early;
  return isSame(first, click) ? early.filter((each) => each !== first) : undefined;
}

/** Whether a move with all these clicks is known below. */
function isAhead(found: Branch, early: readonly Click[]): boolean {
  if (!early.length) return found !== undefined;
  if (!isNode(found)) return false;
  for (const [click, below] of entriesOf(found)) {
    const rest = after(early, click);
    if (rest && isAhead(below, rest)) return true;
  }
  return false;
}

/** Collect the clicks of a kind that come next below, also after clicks of other kinds. */
function collect(found: Branch, kind: ClickKind, early: readonly Click[], names = new Set<string>()): Set<string> {
  if (!isNode(found)) return names;
  for (const [click, below] of entriesOf(found)) {
    const rest = after(early, click);
    if (!rest) continue;
    if (click.kind === kind && rest === early) {
      if (!names.has(click.name) && isAhead(below, rest)) names.add(click.name);
    } else collect(below, kind, rest, names);
  }
  return names;
}

function ahead({ tree, path, early }: Choice, kind: ClickKind): Set<string> {
  return collect(branch(tree, path), kind, early);
}

// What was chosen.

function made({ path, early }: Choice, kind: ClickKind): Click[] {
  return [...path, ...early].filter((click) => click.kind === kind);
}

/** The item chosen last, whose orientations are chosen. */
export function chosenItem(choice: Choice): HandItem | undefined {
  const last = made(choice, 'item').at(-1);
  return last && choice.items.get(last.name);
}

export function isChosen(choice: Choice, item: string): boolean {
  return made(choice, 'item').some(({ name }) => name === item);
}

/** The clicked cells, in order. */
export function cellsOf(choice: Choice): string[] {
  return namesOf(made(choice, 'cell'));
}

/** Whether a cell was clicked that the tree asks for later. */
export function hasEarlyCell({ early }: Choice): boolean {
  return early.some(({ kind }) => kind === 'cell');
}

/** The move that the clicks make, or null. */
export function ready({ tree, path, early }: Choice): string | null {
  const found = branch(tree, path);
  return typeof found === 'string' && !early.length ? found : null;
}

/** The item that lies on a cell, its cell and its orientation. */
export function placed(choice: Choice): { item: HandItem; cell: string; lying: Placement } | null {
  const item = chosenItem(choice);
  const cell = choice.path.find(({ kind }) => kind === 'cell');
  const way = choice.path[lastWay(choice)];
  const lying = item?.lying.find((each) => each.click === way?.name);
  return item && cell && lying ? { item, cell: cell.name, lying } : null;
}

/** The orientation of an item in the hand. */
export function placementInHand(choice: Pick<Choice, 'turned'>, item: HandItem): Placement {
  const way = choice.turned.get(item.click);
  return (
    item.lying.find((lying) => lying.click === way) ??
    item.lying.find((lying) => lying.turn === item.turn && lying.symbol === item.symbol) ??
    item.lying[0] ?? { click: item.click, symbol: item.symbol, turn: item.turn }
  );
}

function lastWay({ path }: Choice): number {
  return path.findLastIndex(({ kind }) => kind === 'way');
}

/** The path without an orientation at its end, which may still be turned. */
function withoutWay(choice: Choice): Choice {
  const { path } = choice;
  return path.at(-1)?.kind === 'way' ? { ...choice, path: path.slice(0, -1) } : choice;
}

/** The items chosen, and no cell. */
function withoutCells(choice: Choice): Choice {
  return made(choice, 'item').reduce((kept, item) => add(kept, item) ?? kept, clear(choice));
}

// What can be clicked.

export function offer(choice: Choice): Offer {
  const next = withoutWay(choice);
  const from = ahead(next, 'cell').size || !canReplaceCell(choice) ? next : withoutCells(choice);
  const cells = ahead(from, 'cell');
  const here = branch(from.tree, from.path);
  const due = (isNode(here) && here.cell) || {};
  const items = ahead(choice, 'item');
  return {
    cells,
    earlyCells: new Set([...cells].filter((cell) => !(cell in due))),
    turnedCells: new Set([...cells].filter((cell) => !liesRight(from, cell))),
    items: items.size || !chosenItem(choice) ? items : ahead(clear(choice), 'item'),
    ways: waysOf(choice),
    words: wordsOf(choice),
  };
}

/** Whether another cell may take the place of the one that was clicked, without taking that back first. */
function canReplaceCell(choice: Choice): boolean {
  const isOnly = ready(choice) !== null && cellsOf(choice).length === 1;
  return isOnly || placed(choice) !== null || hasEarlyCell(choice);
}

/** The orientations at the last choice of one, as far as the clicks after it allow. */
function waysOf(choice: Choice): string[] {
  const { tree, path } = choice;
  const at = lastWay(choice);
  const found = at < 0 ? undefined : branch(tree, path.slice(0, at));
  if (!isNode(found)) return [];
  return Object.entries(found.way ?? {}).flatMap(([way, below]) => (isAhead(below, behind(choice)) ? [way] : []));
}

/** The cells and items that were clicked after the last orientation. */
function behind(choice: Choice): Click[] {
  return choice.path.slice(lastWay(choice) + 1).filter(({ kind }) => kind === 'cell' || kind === 'item');
}

function wordsOf({ tree, path, early }: Choice): string[] {
  const found = branch(tree, path);
  return isNode(found) && !early.length ? Object.keys(found.word ?? {}) : [];
}

function liesRight(choice: Choice, cell: string): boolean {
  const item = chosenItem(choice);
  if (!item) return true;
  const laid = placed(add(choice, { kind: 'cell', name: cell }) ?? choice);
  return !laid || laid.lying.click === placementInHand(choice, item).click;
}

// Clicking.

/** Add a click where it leads to a move, now or early. */
function add(choice: Choice, click: Click): Choice | null {
  for (const from of [choice, withoutWay(choice)]) {
    const early = [...from.early, click];
    if (isAhead(branch(from.tree, from.path), early)) return settle({ ...from, early });
  }
  return null;
}

/** Follow the tree as far as early clicks and the orientation of the item lead. */
function settle(choice: Choice): Choice {
  const found = branch(choice.tree, choice.path);
  const click = isNode(found) ? (earlyAt(found, choice) ?? wayAt(found, choice)) : undefined;
  if (!click) return choice;
  return settle({ ...choice, path: [...choice.path, click], early: after(choice.early, click)! });
}

function earlyAt(node: Clicks, { early }: Choice): Click | undefined {
  return early.find((click) => {
    const rest = after(early, click);
    return rest !== undefined && isAhead(node[click.kind]?.[click.name], rest);
  });
}

/** The orientation of the item in the hand, or else the next one that fits. */
function wayAt(node: Clicks, choice: Choice): Click | undefined {
  const item = chosenItem(choice);
  if (!item) return undefined;
  const ring = item.lying.map((lying) => lying.click);
  const start = Math.max(0, ring.indexOf(placementInHand(choice, item).click));
  const way = [...ring.slice(start), ...ring.slice(0, start)].find((name) => isAhead(node.way?.[name], choice.early));
  return way === undefined ? undefined : { kind: 'way', name: way };
}

function go(choice: Choice): Step {
  const move = ready(choice);
  return { choice, move: move !== null && isSure(choice) ? move : null, refused: null };
}

/** Whether nothing is left open: one orientation, the one in the hand if it was turned there, and no path in steps. */
function isSure(choice: Choice): boolean {
  if (choice.path.at(-1)?.kind === 'word') return true;
  const laid = placed(choice);
  const way = laid && choice.turned.get(laid.item.click);
  const isAsTurned = !laid || way === undefined || way === laid.lying.click;
  return isAsTurned && waysOf(choice).length <= 1 && cellsOf(choice).length <= CELLS_AT_ONCE;
}

function stay(choice: Choice, refused: string[] | null = null): Step {
  return { choice, move: null, refused };
}

export function clickItem(choice: Choice, name: string): Step {
  const item: Click = { kind: 'item', name };
  if (isChosen(choice, name)) return stay(without(choice, item));
  const next = add(choice, item) ?? (chosenItem(choice) ? add(clear(choice), item) : null);
  if (next) return go(next);
  return stay(choice, chosenItem(choice) ? [name] : [...namesOf(choice.path), name, ...namesOf(choice.early)]);
}

export function clickCell(choice: Choice, name: string): Step {
  const cell: Click = { kind: 'cell', name };
  const next = add(choice, cell);
  if (next) return go(next);
  const cells = cellsOf(choice);
  if (cells.at(-1) === name) return stay(clickAgain(choice, cell));
  // Another cell replaces the only one; later clicks never discard what was built.
  const kept = withoutCells(choice);
  const other = cells.length === 1 ? add(kept, cell) : null;
  if (other) return go(other);
  const { path, early } = canReplaceCell(choice) ? withoutWay(kept) : choice;
  return stay(choice, [...namesOf(path), name, ...namesOf(early)]);
}

/** A second click on the last cell turns the item there, or takes the click back. */
function clickAgain(choice: Choice, cell: Click): Choice {
  if (choice.early.some((click) => isSame(click, cell))) return without(choice, cell);
  if (placed(choice)) return turn(choice, 1);
  return ready(choice) === null ? undo(choice) : choice;
}

export function clickWord(choice: Choice, name: string): Step {
  return go({ ...choice, path: [...choice.path, { kind: 'word', name }] });
}

/** Turn the item that is laid among the orientations that fit; else turn an item in the hand. */
export function turn(choice: Choice, by: 1 | -1, name?: string): Choice {
  const chosen = chosenItem(choice);
  const item = name === undefined ? chosen : choice.items.get(name);
  if (!item) return choice;
  const ring = item.lying.map((lying) => lying.click);
  const at = lastWay(choice);
  if (at < 0 || item !== chosen) {
    if (ring.length < 2) return choice;
    return { ...choice, turned: withTurn(choice, item, next(ring, placementInHand(choice, item).click, by)) };
  }
  const ways = waysOf(choice);
  const way = next(
    ring.filter((each) => ways.includes(each)),
    choice.path[at]!.name,
    by,
  );
  const path: Click[] = [...choice.path.slice(0, at), { kind: 'way', name: way }];
  return settle({ ...choice, path, early: behind(choice), turned: withTurn(choice, item, way) });
}

function next(ring: readonly string[], from: string, by: 1 | -1): string {
  return ring[(ring.indexOf(from) + by + ring.length) % ring.length] ?? from;
}

function withTurn(choice: Choice, item: HandItem, way: string): Map<string, string> {
  return new Map(choice.turned).set(item.click, way);
}

/** Enter a whole move at once, ready to be confirmed. */
export function lay(choice: Choice, path: readonly Click[]): Choice {
  return { ...choice, path, early: [] };
}

/** Take a click back, and all that the tree asks for after it. */
function without(choice: Choice, click: Click): Choice {
  const early = choice.early.filter((each) => !isSame(each, click));
  const at = choice.path.findIndex((each) => isSame(each, click));
  return { ...choice, path: at < 0 ? choice.path : choice.path.slice(0, at), early };
}

/** Undo the last click; an item on its cell goes back into the hand at once. */
export function undo(choice: Choice): Choice {
  if (choice.early.length) return { ...choice, early: choice.early.slice(0, -1) };
  return { ...choice, path: withoutWay(choice).path.slice(0, -1) };
}

export function clear(choice: Choice): Choice {
  return { ...choice, path: [], early: [] };
}

// Fetching.

/** The branch to fetch before the choice can go on; the whole tree where cells and items can be clicked in any order. */
export function missing(choice: Choice): { path: readonly Click[]; whole: boolean } | null {
  const { tree, path, items } = choice;
  if (branch(tree, path) === null) return { path, whole: false };
  const isCut = [...entriesOf(tree)].some(([, found]) => found === null);
  return !path.length && items.size && isCut ? { path, whole: true } : null;
}

/** Insert a fetched branch; a choice that waited for it goes on. */
export function grow(choice: Choice, path: readonly Click[], found: Clicks): Step {
  const grown = { ...choice, tree: grafted(choice.tree, path, found) };
  const isAwaited =
    path.length > 0 && path.length === choice.path.length && path.every((click, k) => isSame(click, choice.path[k]!));
  return isAwaited ? go(settle(grown)) : stay(grown);
}

function grafted(tree: Clicks, path: readonly Click[], found: Clicks): Clicks {
  const [first, ...rest] = path;
  if (!first) return found;
  const under = tree[first.kind]?.[first.name];
  const below = grafted(isNode(under) ? under : {}, rest, found);
  return { ...tree, [first.kind]: { ...tree[first.kind], [first.name]: below } };
}
