/** Drag and drop with mouse, finger or pen. A press that moves only a little stays a click. */
import { targetElement, targetOf, type Target } from './targets';

const SLACK = 7; // pixels

export interface Dragging {
  /** Whether a finger on the target drags it instead of scrolling the page. */
  isDraggable: (target: Target) => boolean;
  /** Start a drag; returns false to refuse it. The caller draws what floats under the pointer. */
  onlift: (target: Target, element: Element) => boolean;
  onmove: (x: number, y: number, over: Target | null) => void;
  /** Dropped on a target, or on none. */
  ondrop: (from: Target, over: Target | null) => void;
  oncancel: () => void;
}

/** Listen on an element; returns a function that stops. */
export function drag(root: HTMLElement, dragging: Dragging): () => void {
  let press: { id: number; x: number; y: number; target: Target; element: Element; isLifted: boolean } | null = null;

  function under(x: number, y: number): Target | null {
    const found = document.elementFromPoint(x, y);
    return found && root.contains(found) ? targetOf(found) : null;
  }

  function down(event: PointerEvent): void {
    const target = targetOf(event.target);
    if (press || !target || !event.isPrimary || event.button !== 0) return;
    const element = targetElement(event.target)!;
    press = { id: event.pointerId, x: event.clientX, y: event.clientY, target, element, isLifted: false };
  }

  function move(event: PointerEvent): void {
    if (press?.id !== event.pointerId) return;
    const { clientX: x, clientY: y } = event;
    if (!press.isLifted) {
      if (Math.hypot(x - press.x, y - press.y) < SLACK) return;
      if (!dragging.onlift(press.target, press.element)) {
        press = null;
        return;
      }
      press.isLifted = true;
      root.setPointerCapture(press.id);
    }
    dragging.onmove(x, y, under(x, y));
  }

  function up(event: PointerEvent): void {
    if (press?.id !== event.pointerId) return;
    const { target, isLifted } = press;
    press = null;
    if (!isLifted) return;
    swallowClick(root);
    dragging.ondrop(target, under(event.clientX, event.clientY));
  }

  function cancel(event: PointerEvent): void {
    if (press?.id !== event.pointerId) return;
    if (press.isLifted) dragging.oncancel();
    press = null;
  }

  // `touch-action` works on HTML elements only, not inside of SVG.
  function hold(event: TouchEvent): void {
    if (press && (press.isLifted || dragging.isDraggable(press.target))) event.preventDefault();
  }

  root.addEventListener('touchmove', hold, { passive: false });
  root.addEventListener('pointerdown', down);
  root.addEventListener('pointermove', move);
  root.addEventListener('pointerup', up);
  root.addEventListener('pointercancel', cancel);
  return () => {
    root.removeEventListener('touchmove', hold);
    root.removeEventListener('pointerdown', down);
    root.removeEventListener('pointermove', move);
    root.removeEventListener('pointerup', up);
    root.removeEventListener('pointercancel', cancel);
  };
}

/** Ignore the click that browsers send after a drag. */
export function swallowClick(root: HTMLElement): void {
  const swallow = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  root.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => root.removeEventListener('click', swallow, { capture: true }), 0);
}
