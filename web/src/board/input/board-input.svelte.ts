/** Pointer, keyboard and wheel input of the board, and the order of the hand. */
import { tick } from 'svelte';
import type { HandItem, Item } from '../../api/schemas';
import { drag } from './drag';
import { moved, type Order } from './hand-order';
import type { Chooser } from './move-builder.svelte';
import { chosenItem, lyingInHand } from './move-path';
import { directionOf, keepReachable, moveFocus, spotElement, spotOf, type Spot } from './targets';

/** The current board. */
interface Table {
  /** The tiles that the seat may take. */
  items: readonly HandItem[];
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

/** The wheel distance of a quarter turn. */
const WHEEL_STEP = 50;

export class Handling {
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

  constructor(
    private readonly chooser: Chooser,
    private readonly table: () => Table,
  ) {}

  /** Listen on the board; returns a function that stops. */
  listen = (root: HTMLElement): (() => void) => {
    this.root = root;
    const ending = new AbortController();
    const { signal } = ending;
    root.addEventListener('click', (event) => this.click(spotOf(event.target)), { signal });
    root.addEventListener('focusin', (event) => this.focus(event), { signal });
    root.addEventListener('pointerover', (event) => this.point(event), { signal });
    root.addEventListener('wheel', (event) => this.wheel(event), { signal, passive: false });
    const endDrag = drag(root, {
      isDraggable: (spot) => spot.kind !== 'cell' || this.isLiftable(spot.name),
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

  private click(spot: Spot | null): void {
    if (spot?.kind === 'cell') this.chooser.clickCell(spot.name);
    if (spot?.kind !== 'item') return;
    if (this.chooser.isOpen) this.chooser.clickItem(spot.name);
    else this.chooser.turn(1, spot.name);
  }

  private focus(event: FocusEvent): void {
    const spot = spotOf(event.target);
    if (spot && this.root) keepReachable(this.root, spotElement(event.target));
    this.hover(spot);
  }

  private point(event: PointerEvent): void {
    if (event.pointerType !== 'touch') this.hover(spotOf(event.target));
  }

  private hover(spot: Spot | null): void {
    this.chooser.hover(spot?.kind === 'cell' ? spot.name : null);
  }

  private wheel(event: WheelEvent): void {
    if (event.ctrlKey || event.metaKey || !this.chooser.isOpen || !chosenItem(this.chooser.choice)) return;
    event.preventDefault();
    this.wheeled += event.deltaY;
    if (Math.abs(this.wheeled) < WHEEL_STEP) return;
    this.chooser.turn(this.wheeled > 0 ? 1 : -1);
    this.wheeled = 0;
  }

  /** Handle keys on the board, or when nothing has the focus. */
  press = (event: KeyboardEvent): void => {
    const target = event.target as Element;
    const isInside = this.root?.contains(target) ?? false;
    if (event.ctrlKey || event.metaKey || target.matches('input, textarea, select')) return;
    if (!isInside && target !== document.body) return;
    const spot = isInside ? spotOf(target) : null;
    if (event.altKey ? this.pressToShift(event, spot) : this.pressToChoose(event, spot)) event.preventDefault();
  };

  private pressToChoose(event: KeyboardEvent, spot: Spot | null): boolean {
    const { chooser } = this;
    const direction = directionOf(event.key);
    if (direction && spot) moveFocus(this.root!, spotElement(event.target)!, direction);
    else if (event.key === 'r' || event.key === 'R') this.turn(event.shiftKey ? -1 : 1, spot);
    else if (event.key === 'Backspace' && !chooser.isEmpty) chooser.undo();
    else if (event.key === 'Escape' && !chooser.isEmpty) chooser.clear();
    else if (event.key === 'Enter' && chooser.ready !== null && this.isInMove(event, spot)) chooser.confirm();
    else if ((event.key === 'Enter' || event.key === ' ') && spot) this.click(spot);
    else return false;
    return true;
  }

  private pressToShift(event: KeyboardEvent, spot: Spot | null): boolean {
    const direction = directionOf(event.key);
    if (!direction || spot?.kind !== 'item') return false;
    void this.shift(spot.name, direction === 'left' || direction === 'up' ? -1 : 1);
    return true;
  }

  /** Whether a key was pressed on the tile or cell of the finished move: Enter there confirms it. */
  private isInMove(event: KeyboardEvent, spot: Spot | null): boolean {
    if (!spot) return event.target === document.body;
    const { chooser } = this;
    return spot.kind === 'item' ? chooser.choice.path[0] === spot.name : chooser.cells.at(-1) === spot.name;
  }

  /** Turn the tile being placed, or the chosen one, or the focused tile of the hand. */
  private turn(by: 1 | -1, spot: Spot | null): void {
    const isChosen = this.chooser.choice.path.length > 0;
    this.chooser.turn(by, !isChosen && spot?.kind === 'item' ? spot.name : undefined);
  }

  private shownNames(): string[] {
    return [...(this.root?.querySelectorAll('[data-spot^="item:"]') ?? [])].map((element) => spotOf(element)!.name);
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

  private lift = (spot: Spot, element: Element): boolean => {
    const size = element.getBoundingClientRect().width;
    const found = this.liftSpot(spot);
    if (found) this.floating = { symbol: found.symbol, turn: found.turn, size };
    return found !== null;
  };

  private liftSpot({ kind, name }: Spot): { symbol: string; turn: number } | null {
    if (kind === 'cell') return this.liftFromCell(name);
    return kind === 'item' ? this.liftTile(name) : this.liftPiece(name);
  }

  private isLiftable(cell: string): boolean {
    const { isOpen, cells, offer } = this.chooser;
    const { itemsOn, isFixed } = this.table();
    return isFixed && isOpen && itemsOn(cell).length > 0 && (cells.at(-1) === cell || offer.cells.has(cell));
  }

  private liftFromCell(cell: string): { symbol: string; turn: number } | null {
    if (!this.isLiftable(cell)) return null;
    if (this.chooser.cells.at(-1) !== cell) this.chooser.clickCell(cell);
    return this.table().itemsOn(cell).at(-1) ?? null;
  }

  private liftTile(name: string): { symbol: string; turn: number } | null {
    const { chooser } = this;
    const item = this.table().items.find((each) => each.name === name);
    if (!item) return null;
    if (chooser.isOpen && chooser.offer.items.has(name) && chooser.choice.path[0] !== name) {
      chooser.clear();
      chooser.clickItem(name);
    }
    return lyingInHand(chooser.choice, item);
  }

  private liftPiece(symbol: string): { symbol: string; turn: number } | null {
    return this.chooser.isOpen ? { symbol, turn: 0 } : null;
  }

  private carry = (x: number, y: number, over: Spot | null): void => {
    const cell = over?.kind === 'cell' && this.chooser.offer.cells.has(over.name) ? over.name : null;
    if (cell !== this.dropCell) this.dropCell = cell;
    if (this.float) this.float.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  };

  private drop = (from: Spot, over: Spot | null): void => {
    this.land();
    if (!over || over.name === from.name) return;
    if (over.kind === 'cell') this.chooser.clickCell(over.name);
    else if (over.kind === 'item' && from.kind === 'item') {
      this.chooser.clear();
      this.reorder(from.name, over.name);
    }
  };

  private land = (): void => {
    this.floating = null;
    this.dropCell = null;
  };
}
