/** Stacks: where the next piece of a cell lies, and what lies where while pieces are carried. */
import type { BoardState, Item, Label, Point } from '../../api/schemas';
import { middle, type Shape } from './geometry';
import { byName } from './motion';

export interface Stack {
  /** Where a piece lies on top of those on a cell. */
  next: (cell: string, items: readonly Item[]) => Point;
}

const RISE = 0.46;

/**
 * Measure the stacks of a board: how far pieces are apart, and where the lowest lies. Where no stack shows it, a piece
 * lies above another by a share of the cell's radius.
 */
export function stackOf(board: BoardState, shapes: ReadonlyMap<string, Shape>, share = 0): Stack {
  const stacks = [...byName(board.items)].filter(([cell]) => shapes.has(cell));
  const high = stacks.find(([, items]) => items.length > 1 && items.every(({ scale }) => scale === 1))?.[1];
  const rise: Point | null = high ? [high[1]!.x - high[0]!.x, high[1]!.y - high[0]!.y] : null;
  const [foot] = stacks;
  const offset: Point = foot ? apart(shapes.get(foot[0])!.middle, foot[1][0]!) : [0, 0];
  return {
    next(cell, items) {
      const [top, below] = items.slice(-2).reverse();
      const shape = shapes.get(cell)!;
      if (!top) return [shape.middle[0] + offset[0], shape.middle[1] + offset[1]];
      if (below) return [2 * top.x - below.x, 2 * top.y - below.y];
      if (rise) return [top.x + rise[0], top.y + rise[1]];
      return [top.x, top.y - share * shape.radius];
    },
  };
}

function apart([x, y]: Point, item: Item): Point {
  return [item.x - x, item.y - y];
}

/** What is drawn while pieces are carried. */
export interface Carrying {
  items: Item[];
  labels: Label[];
  /** The pieces of the cell that was lifted, as long as none was put down. */
  lifted: ReadonlySet<Item>;
  /** The piece that was put down or taken up last. */
  latest: Item | null;
}

/**
 * The board while a first click on a cell has taken pieces up (its lifts), and each further cell got one of them,
 * the lowest first. As long as none was put down, they are drawn on their cell, with what came on top, unless they are
 * shown elsewhere (`isAway`).
 */
export function carry(
  board: BoardState,
  shapes: ReadonlyMap<string, Shape>,
  cells: readonly string[],
  isAway = false,
): Carrying | null {
  const [origin, ...path] = cells;
  const symbols = origin === undefined ? undefined : board.lifts?.[origin];
  if (!symbols || origin === undefined || !shapes.has(origin)) return null;
  const stack = stackOf(board, shapes, RISE);
  const on = byName(board.items);
  const old = on.get(origin) ?? [];
  const kept = old.slice(0, Math.max(0, old.length - symbols.length));
  on.set(origin, kept);
  let latest: Item | null = null;
  const put = (cell: string, symbol: string): void => {
    const items = on.get(cell) ?? [];
    const [x, y] = stack.next(cell, items);
    latest = { symbol, name: cell, x, y, turn: 0, scale: 1, way: [] };
    on.set(cell, [...items, latest]);
  };
  if (path.length) path.slice(0, symbols.length).forEach((cell, k) => put(cell, symbols[k]!));
  else if (!isAway) {
    on.set(origin, [...old]);
    for (const symbol of symbols.slice(old.length)) put(origin, symbol);
  }
  const changed = new Set(cells);
  return {
    items: [...on.values()].flat(),
    labels: counted(board, shapes, on, changed),
    lifted: new Set(path.length || isAway ? [] : on.get(origin)!.slice(kept.length)),
    latest,
  };
}

/** The numbers beside stacks: those of changed cells are counted anew. */
function counted(
  board: BoardState,
  shapes: ReadonlyMap<string, Shape>,
  on: ReadonlyMap<string, readonly Item[]>,
  changed: ReadonlySet<string>,
): Label[] {
  const cellOf = (label: Label): string | undefined =>
    [...shapes].find(([, { points, radius }]) => {
      const [x, y] = middle(points);
      return Math.abs(label.x - x) <= radius && Math.abs(label.y - y) <= radius;
    })?.[0];
  const found = board.labels.map((label) => ({ label, cell: cellOf(label) }));
  const model = found.find(({ cell }) => cell !== undefined);
  const kept = found.filter(({ cell }) => cell === undefined || !changed.has(cell)).map(({ label }) => label);
  if (!model) return kept;
  const [x, y] = shapes.get(model.cell!)!.middle;
  const added = [...changed].flatMap((cell) => {
    const count = on.get(cell)?.length ?? 0;
    const at = shapes.get(cell)?.middle;
    if (count < 2 || !at) return [];
    return [{ ...model.label, text: String(count), x: at[0] + model.label.x - x, y: at[1] + model.label.y - y }];
  });
  return [...kept, ...added];
}
