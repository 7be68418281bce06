/** The order of the items in a hand. */
import type { HandItem } from '../../api/schemas';

export const ORDERS = ['given', 'number', 'sum', 'own'] as const;
export type Order = (typeof ORDERS)[number];

/** The orders that a hand offers: items whose clicks are numbers can be sorted by them. */
export function ordersFor(items: readonly HandItem[]): Order[] {
  const clickable = items.filter((item) => item.click);
  if (clickable.length < 2) return [];
  return clickable.every((item) => /^\d+$/.test(item.click)) ? ['number', 'sum', 'own'] : ['given', 'own'];
}

function sum(digits: string): number {
  return [...digits].reduce((total, digit) => total + Number(digit), 0);
}

/** The items in an order. In the user's own order, items that came later are at the end. */
export function ordered(items: readonly HandItem[], order: Order, own: readonly string[]): HandItem[] {
  const place = (item: HandItem): number => (own.includes(item.click) ? own.indexOf(item.click) : own.length);
  const compare: Record<Order, (a: HandItem, b: HandItem) => number> = {
    given: () => 0,
    number: (a, b) => a.click.localeCompare(b.click, 'en'),
    sum: (a, b) => sum(b.click) - sum(a.click) || a.click.localeCompare(b.click, 'en'),
    own: (a, b) => place(a) - place(b),
  };
  return [...items].sort(compare[order]);
}

/** A key for the item at an index: items that are alike share a click, and are told apart by their number. */
export function keyAt(items: readonly HandItem[], index: number): string {
  const { symbol, click } = items[index]!;
  const before = items.slice(0, index).filter((item) => item.click === click && (click || item.symbol === symbol));
  return `${click || symbol} ${before.length}`;
}

/** The names, with one moved to the place of another. */
export function moved(names: readonly string[], name: string, to: string): string[] {
  const from = names.indexOf(name);
  const target = names.indexOf(to);
  if (from < 0 || target < 0) return [...names];
  const rest = names.filter((other) => other !== name);
  rest.splice(target, 0, name);
  return rest;
}
