/** Pointer, keyboard and wheel input of the board, and the order of the hand. */
import { tick } from 'svelte';
import type { HandItem, Item } from '../../api/schemas';
import { drag } from './drag';
import { moved, type Order } from './hand-order';
import type { MoveBuilder } from './move-builder.svelte';
import { chosenItem, isChosen, placementInHand } from './move-path';
import { directionOf, keepTabbable, moveFocus, targetElement, targetOf, type Target } from './targets';

/** The current board. */
interface Table {
  /** The items that the seat may take. */
  items: readonly HandItem[];
  /** The symbol of the piece that a click on a cell places, where there is no choice: items are then not placed. */
  placing: string;
  /** The items of a cell, from the bottom up. */
  itemsOn: (cell: string) => readonly Item[];
  /** Whether pieces on the board can be dragged; on a board that pans they cannot. */
  isFixed: boolean;
}

interface Floating {
  symbol: string;
  turn: number;
  size: number;
}

/** A touch on cells that are smaller takes the nearest possible one, in pixels. */
const TARGET = 44;
const REACH = 0.75 * TARGET;

/** The wheel distance of a quarter turn. */
const WHEEL_STEP = 50;

export class BoardInput {
  /** The dragged item under the pointer. */
  floating = $state.raw<Floating | null>(null);
  float = $state<HTMLElement>();
  /** The cell where it would be dropped. */
  dropCell = $state<string | null>(null);
  /** The chosen order of the hand, and the order made by dragging. */
  order = $state<Order | null>(null);
  own = $state.raw<string[]>([]);

  private root: HTMLElement | null = null;
  private wheeled = 0;
  /** Whether what is dragged may be dropped on a cell. */
  private isForBoard = true;

  constructor(
    private readonly builder: MoveBuilder,
    private readonly table: () => Table,
  ) {}

  /** Listen on the board; returns a function that stops. */
  listen = (root: HTMLElement): (() => void) => {
    this.root = root;
    const ending = new AbortController();
    const { signal } = ending;
    root.addEventListener('click', (event) => this.touch(event), { signal });
    root.addEventListener('focusin', (event) => this.focus(event), { signal });
    root.addEventListener('pointerover', (event) => this.point(event), { signal });
    root.addEventListener('wheel', (event) => this.wheel(event), { signal, passive: false });
    const endDrag = drag(root, {
      isDraggable: (target) => target.kind !== 'cell' || this.isLiftable(target.name),
      onlift: this.lift,
      onmove: this.carry,
      ondrop: this.drop,
      oncancel: this.land,
    });
    return () => {
      ending.abort();
      endDrag();
    };
  };

  /** A click of any pointer. A finger that meets a small cell takes the nearest one that is possible. */
  private touch(event: MouseEvent): void {
    const target = targetOf(event.target);
    const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
    const { builder } = this;
    builder.isCoarse = isTouch && target?.kind === 'cell' && sizeOf(targetElement(event.target)!) < TARGET;
    const isMeant = !target || builder.open.has(target.name) || builder.cells.at(-1) === target.name;
    this.click(builder.isCoarse && !isMeant ? (this.nearest(event) ?? target) : target);
  }

  private nearest({ clientX, clientY }: MouseEvent): Target | null {
    const offered = [...(this.root?.querySelectorAll('[data-spot].offered') ?? [])].map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { element, distance: Math.hypot(left + width / 2 - clientX, top + height / 2 - clientY) };
    });
    const best = offered.sort((one, other) => one.distance - other.distance)[0];
    return best && best.distance < REACH ? targetOf(best.element) : null;
  }

  private click(target: Target | null): void {
    if (target?.kind === 'cell') {
      if (this.isAgain(target.name)) this.builder.confirm();
      else this.builder.clickCell(target.name);
    }
    if (target?.kind !== 'item') return;
    if (this.builder.isOpen) this.builder.clickItem(target.name);
    else this.builder.turn(1, target.name);
  }

  /** Whether a cell finishes a move that is ready: a second click there plays it, where nothing can be turned. */
  private isAgain(cell: string): boolean {
    const { ready, cells, offer, placed } = this.builder;
    const isLast = cells.at(-1) === cell && (placed !== null || cells.length === 1 || !offer.cells.has(cell));
    return ready !== null && isLast && offer.ways.length <= 1;
  }

  private focus(event: FocusEvent): void {
    const target = targetOf(event.target);
    if (target && this.root) keepTabbable(this.root, targetElement(event.target));
    this.hover(target);
  }

  private point(event: PointerEvent): void {
    if (event.pointerType !== 'touch') this.hover(targetOf(event.target));
  }

  private hover(target: Target | null): void {
    this.builder.hover(target?.kind === 'cell' ? target.name : null);
  }

  private wheel(event: WheelEvent): void {
    if (event.ctrlKey || event.metaKey || !this.builder.isOpen || !chosenItem(this.builder.choice)) return;
    event.preventDefault();
    this.wheeled += event.deltaY;
    if (Math.abs(this.wheeled) < WHEEL_STEP) return;
    this.builder.turn(this.wheeled > 0 ? 1 : -1);
    this.wheeled = 0;
  }

  /** Handle keys on the board, or when nothing has the focus. */
  press = (event: KeyboardEvent): void => {
    const element = event.target as Element;
    const isInside = this.root?.contains(element) ?? false;
    if (event.ctrlKey || event.metaKey || element.matches('input, textarea, select')) return;
    if (!isInside && element !== document.body) return;
    const target = isInside ? targetOf(element) : null;
    if (event.altKey ? this.pressToShift(event, target) : this.pressToChoose(event, target)) event.preventDefault();
  };

  private pressToChoose(event: KeyboardEvent, target: Target | null): boolean {
    const { builder } = this;
    const direction = directionOf(event.key);
    if (direction && target) moveFocus(this.root!, targetElement(event.target)!, direction);
    else if (event.key === 'r' || event.key === 'R') this.turn(event.shiftKey ? -1 : 1, target);
    else if (event.key === 'Backspace' && !builder.isEmpty) builder.undo();
    else if (event.key === 'Escape' && !builder.isEmpty) builder.clear();
    else if (event.key === 'Enter' && builder.ready !== null && this.isInMove(event, target)) builder.confirm();
    else if ((event.key === 'Enter' || event.key === ' ') && target) this.click(target);
    else return false;
    return true;
  }

  private pressToShift(event: KeyboardEvent, target: Target | null): boolean {
    const direction = directionOf(event.key);
    if (!direction || target?.kind !== 'item') return false;
    void this.shift(target.name, direction === 'left' || direction === 'up' ? -1 : 1);
    return true;
  }

  /** Whether a key was pressed on the tile or cell of the finished move: Enter there confirms it. */
  private isInMove(event: KeyboardEvent, target: Target | null): boolean {
    if (!target) return event.target === document.body;
    const { builder } = this;
    return target.kind === 'item' ? isChosen(builder.choice, target.name) : builder.cells.at(-1) === target.name;
  }

  /** Turn the item being placed, or the chosen one, or the focused item of the hand. */
  private turn(by: 1 | -1, target: Target | null): void {
    const hasItem = chosenItem(this.builder.choice) !== undefined;
    this.builder.turn(by, !hasItem && target?.kind === 'item' ? target.name : undefined);
  }

  private shownNames(): string[] {
    return [...(this.root?.querySelectorAll('[data-spot^="item:"]') ?? [])].map((element) => targetOf(element)!.name);
  }

  private reorder(name: string, to: string | undefined): void {
    if (to === undefined || to === name) return;
    this.own = moved(this.shownNames(), name, to);
    this.order = 'own';
  }

  private async shift(name: string, by: number): Promise<void> {
    const names = this.shownNames();
    this.reorder(name, names[names.indexOf(name) + by]);
    await tick();
    this.root?.querySelector<HTMLElement>(`[data-spot="item:${CSS.escape(name)}"]`)?.focus();
  }

  private lift = (target: Target, element: Element): boolean => {
    const size = element.getBoundingClientRect().width;
    const found = this.liftTarget(target);
    this.isForBoard = target.kind !== 'item' || !this.table().placing;
    if (found) this.floating = { symbol: found.symbol, turn: found.turn, size };
    return found !== null;
  };

  private liftTarget({ kind, name }: Target): { symbol: string; turn: number } | null {
    if (kind === 'cell') return this.liftFromCell(name);
    return kind === 'item' ? this.liftItem(name) : this.liftPiece(name);
  }

  private isLiftable(cell: string): boolean {
    const { isOpen, cells, offer } = this.builder;
    const { itemsOn, isFixed } = this.table();
    return isFixed && isOpen && itemsOn(cell).length > 0 && (cells.at(-1) === cell || offer.cells.has(cell));
  }

  private liftFromCell(cell: string): { symbol: string; turn: number } | null {
    if (!this.isLiftable(cell)) return null;
    if (this.builder.cells.at(-1) !== cell) this.builder.clickCell(cell);
    return this.table().itemsOn(cell).at(-1) ?? null;
  }

  private liftItem(name: string): { symbol: string; turn: number } | null {
    const { builder } = this;
    const { items, placing } = this.table();
    const item = items.find((each) => each.click === name);
    if (!item) return null;
    if (builder.isOpen && !placing && builder.offer.items.has(name) && !isChosen(builder.choice, name)) {
      builder.clear();
      builder.clickItem(name);
    }
    return placementInHand(builder.choice, item);
  }

  private liftPiece(symbol: string): { symbol: string; turn: number } | null {
    return this.builder.isOpen ? { symbol, turn: 0 } : null;
  }

  private carry = (x: number, y: number, over: Target | null): void => {
    const isOverCell = over?.kind === 'cell' && this.isForBoard && this.builder.offer.cells.has(over.name);
    const cell = isOverCell ? over.name : null;
    if (cell !== this.dropCell) this.dropCell = cell;
    if (this.float) this.float.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  };

  private drop = (from: Target, over: Target | null): void => {
    this.land();
    if (!over || over.name === from.name) return;
    if (over.kind === 'cell' && this.isForBoard) this.builder.clickCell(over.name);
    else if (over.kind === 'item' && from.kind === 'item') {
      this.builder.clear();
      this.reorder(from.name, over.name);
    }
  };

  private land = (): void => {
    this.floating = null;
    this.dropCell = null;
  };
}

function sizeOf(element: Element): number {
  const { width, height } = element.getBoundingClientRect();
  return Math.min(width, height);
}
