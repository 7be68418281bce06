/** The order of the tiles in a hand. */
import type { HandItem } from '../../api/schemas';

export const ORDERS = ['given', 'number', 'sum', 'own'] as const;
export type Order = (typeof ORDERS)[number];

/** The orders that a hand offers: tiles whose names are numbers can be sorted by them. */
export function ordersFor(items: readonly HandItem[]): Order[] {
  const named = items.filter((item) => item.name);
  if (named.length < 2) return [];
  return named.every((item) => /^\d+$/.test(item.name)) ? ['number', 'sum', 'own'] : ['given', 'own'];
}

function sum(name: string): number {
  return [...name].reduce((total, digit) => total + Number(digit), 0);
}

/** The tiles in an order. In the user's own order, tiles that came later are at the end. */
export function ordered(items: readonly HandItem[], order: Order, own: readonly string[]): HandItem[] {
  const place = (item: HandItem): number => (own.includes(item.name) ? own.indexOf(item.name) : own.length);
  const compare: Record<Order, (a: HandItem, b: HandItem) => number> = {
    given: () => 0,
    number: (a, b) => a.name.localeCompare(b.name, 'en'),
    sum: (a, b) => sum(b.name) - sum(a.name) || a.name.localeCompare(b.name, 'en'),
    own: (a, b) => place(a) - place(b),
  };
  return [...items].sort(compare[order]);
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
