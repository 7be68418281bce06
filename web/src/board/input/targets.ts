/** Click targets of the board: elements with `data-spot`, reached by a roving tabindex. */
import type { Point } from '../../api/schemas';
import { nearest, type Direction } from '../drawing/geometry';

export type Target = { kind: 'cell' | 'item' | 'piece'; name: string };

const DIRECTIONS: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

export function directionOf(key: string): Direction | undefined {
  return DIRECTIONS[key];
}

export function targetElement(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('[data-spot]') : null;
}

export function targetOf(target: EventTarget | null): Target | null {
  const [kind, ...name] = targetElement(target)?.getAttribute('data-spot')?.split(':') ?? [];
  return kind ? { kind: kind as Target['kind'], name: name.join(':') } : null;
}

function middleOf(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/** Move the focus to the nearest target in a direction on the screen. */
export function moveFocus(root: Element, from: Element, direction: Direction): Element | null {
  const others = [...root.querySelectorAll('[data-spot][tabindex]')].filter((element) => element !== from);
  const found = others[nearest(middleOf(from), others.map(middleOf), direction)];
  if (!found) return null;
  (found as HTMLElement | SVGElement).focus();
  return found;
}

/** Give one target `tabindex="0"`: the given one, or the first if there is none. */
export function keepTabbable(root: Element, wanted?: Element | null): void {
  const reachable = root.querySelectorAll('[data-spot][tabindex="0"]');
  if (!wanted && reachable.length === 1) return;
  const chosen = wanted ?? root.querySelector('[data-spot][tabindex]');
  for (const element of reachable) if (element !== chosen) element.setAttribute('tabindex', '-1');
  chosen?.setAttribute('tabindex', '0');
}

/** Focus the first of the named targets that exists, or the one with `tabindex="0"`. */
export function focusTarget(root: Element, names: readonly (string | null)[]): void {
  const found = names.flatMap((name) => (name ? [...root.querySelectorAll(`[data-spot="${CSS.escape(name)}"]`)] : []));
  const chosen = found[0] ?? root.querySelector('[data-spot][tabindex="0"]');
  (chosen as HTMLElement | SVGElement | null)?.focus({ preventScroll: true });
}
