/** The difference of two boards: where each new item came from, and which items are gone. */
import type { BoardState, HandItem, Item, Point } from '../../api/schemas';

export type Origin =
  | { kind: 'way'; points: Point[] }
  | { kind: 'hand'; seat: number; name: string }
  | { kind: 'shared'; name: string }
  | { kind: 'nowhere' };

export interface Arrival {
  item: Item;
  origin: Origin;
}

export interface Motions {
  arrivals: Arrival[];
  gone: Item[];
}

/** The key of an item at its place; an item that stays keeps its key. */
export function keyOf(item: Item): string {
  return `${item.symbol} ${item.name} ${item.x} ${item.y} ${item.turn} ${item.scale}`;
}

/** The SVG transform of an item. */
export function transformOf(item: Item): string {
  const turn = item.turn ? ` rotate(${item.turn})` : '';
  const scale = item.scale === 1 ? '' : ` scale(${item.scale})`;
  return `translate(${item.x} ${item.y})${turn}${scale}`;
}

/** The items, each with a unique key. */
export function keyed(items: readonly Item[]): { key: string; item: Item }[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const key = keyOf(item);
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    return { key: before ? `${key} ${before}` : key, item };
  });
}

/** The items of each cell, from the bottom up. */
export function byName(items: readonly Item[]): Map<string, Item[]> {
  const found = new Map<string, Item[]>();
  for (const item of items) found.set(item.name, [...(found.get(item.name) ?? []), item]);
  return found;
}

export function compare(before: BoardState, after: BoardState): Motions {
  const stayed = new Map<string, number>();
  for (const item of before.items) stayed.set(keyOf(item), (stayed.get(keyOf(item)) ?? 0) + 1);
  const taken = (item: Item): boolean => {
    const left = stayed.get(keyOf(item)) ?? 0;
    stayed.set(keyOf(item), left - 1);
    return left > 0;
  };
  const fresh = after.items.filter((item) => item.way.length > 0 || !taken(item));
  const kept = new Map<string, number>();
  for (const item of after.items) kept.set(keyOf(item), (kept.get(keyOf(item)) ?? 0) + 1);
  const left = before.items.filter((item) => {
    const count = kept.get(keyOf(item)) ?? 0;
    kept.set(keyOf(item), count - 1);
    return count <= 0;
  });
  const arrivals = fresh.map((item) => ({ item, origin: originOf(item, left, before, after) }));
  return { arrivals, gone: left };
}

/** Find the origin of an item, and take the old item out of `left`, so that it does not fade too. */
function originOf(item: Item, left: Item[], before: BoardState, after: BoardState): Origin {
  if (item.way.length) {
    takeNearest(left, item.symbol, item.way[0]!);
    return { kind: 'way', points: item.way };
  }
  const hand = handOf(item, before, after);
  if (hand) return hand;
  const old = takeNearest(left, item.symbol, [item.x, item.y]);
  return old ? { kind: 'way', points: [[old.x, old.y]] } : { kind: 'nowhere' };
}

function takeNearest(items: Item[], symbol: string, [x, y]: Point): Item | undefined {
  const like = items.filter((item) => item.symbol === symbol);
  const distance = (item: Item): number => Math.hypot(item.x - x, item.y - y);
  const best = like.sort((a, b) => distance(a) - distance(b))[0];
  if (best) items.splice(items.indexOf(best), 1);
  return best;
}

/** The hand that an item came from: one that no longer shows it, else one that has fewer tiles. */
function handOf(item: Item, before: BoardState, after: BoardState): Origin | null {
  const isIt = (held: HandItem): boolean =>
    held.symbol === item.symbol || held.lying.some((lying) => lying.symbol === item.symbol);
  const lost = (old: HandItem[], now: HandItem[]): HandItem | undefined =>
    old.filter(isIt).length > now.filter(isIt).length ? old.find(isIt) : undefined;
  for (const hand of before.hands) {
    const now = after.hands.find((other) => other.seat === hand.seat);
    const held = now && lost(hand.items, now.items);
    if (held) return { kind: 'hand', seat: hand.seat, name: held.click };
  }
  const shared = lost(before.shared, after.shared);
  if (shared) return { kind: 'shared', name: shared.click };
  const fewer = before.hands.find((hand) => hand.backs > (after.hands.find((o) => o.seat === hand.seat)?.backs ?? 0));
  return fewer ? { kind: 'hand', seat: fewer.seat, name: '' } : null;
}

/**
 * The keyframes of an item, from its origin to its place. Shorter paths are padded to the same length: the item
 * waits at its end.
 */
export function places(item: Item, points: readonly Point[], moments: number): Point[] {
  const end: Point = [item.x, item.y];
  const all = [...points];
  const last = all.at(-1);
  if (!last || last[0] !== end[0] || last[1] !== end[1]) all.push(end);
  while (all.length < moments) all.push(end);
  return all;
}

/** The number of keyframes of the longest path. */
export function momentsOf(arrivals: readonly Arrival[]): number {
  return Math.max(
    2,
    ...arrivals.map(({ item, origin }) => (origin.kind === 'way' ? places(item, origin.points, 0).length : 2)),
  );
}

/** The items that a move would remove: missing in the preview, and not on a clicked cell. */
export function lost(board: BoardState, preview: BoardState, clicked: readonly string[]): Item[] {
  const kept = new Set(preview.items.map(keyOf));
  return board.items.filter((item) => item.name && !clicked.includes(item.name) && !kept.has(keyOf(item)));
}

/** Whether the items of a cell would change. */
export function isChanged(board: BoardState, preview: BoardState, cell: string): boolean {
  const keysOn = ({ items }: BoardState): string =>
    items.flatMap((item) => (item.name === cell ? [keyOf(item)] : [])).join();
  return keysOn(board) !== keysOn(preview);
}
