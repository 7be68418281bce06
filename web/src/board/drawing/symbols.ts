/** The SVG symbols that a board needs, and those that they use themselves. */
import type { BoardState, HandItem } from '../../api/schemas';

const USED = /#page-([\w-]+)/g;

/** The symbols that a fragment of SVG refers to. */
export function usedIn(svg: string): string[] {
  return [...svg.matchAll(USED)].map((match) => match[1]!);
}

export function symbolsIn(board: BoardState): Set<string> {
  const used = new Set(board.items.map((item) => item.symbol));
  for (const mark of [...board.marks, ...(board.ending ?? [])]) for (const symbol of usedIn(mark.svg)) used.add(symbol);
  for (const symbol of Object.values(board.lifts ?? {}).flat()) used.add(symbol);
  const add = (item: HandItem): void => {
    used.add(item.symbol);
    for (const lying of item.lying) used.add(lying.symbol);
  };
  for (const hand of board.hands) {
    used.add(hand.symbol);
    if (hand.back) used.add(hand.back);
    hand.items.forEach(add);
  }
  board.shared.forEach(add);
  if (board.placing) used.add(board.placing);
  return used;
}

/** The transitive closure of the used symbols, sorted by name; unknown ones are left out. */
export function closure(used: Iterable<string>, symbols: Record<string, string>): string[] {
  const found = new Set<string>();
  const waiting = [...used];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const inside = symbols[id];
    if (inside === undefined || found.has(id)) continue;
    found.add(id);
    waiting.push(...usedIn(inside));
  }
  return [...found].sort();
}
