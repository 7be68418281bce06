/** Where the focus goes when the page has changed, or when what had it is gone. */
import { tick } from 'svelte';

const PATIENCE = 20_000; // milliseconds until something that is awaited is given up
const PAUSE = 100; // milliseconds in which others may move the focus themselves
/** Where somebody moves: in the field if it is open, or on the board. */
export const BOARD = ['#notation', '[data-spot][tabindex="0"]'];
const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

/** What has the focus only because what had it is gone: it gives way to what is awaited. */
let kept: Element | null = null;

function focus(element: HTMLElement): void {
  if (!element.matches(FOCUSABLE)) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

function isShown(element: HTMLElement): boolean {
  return element.getClientRects().length > 0 && !element.matches(':disabled');
}

/** Focus what the first of some selectors finds, as soon as it is there; not if the user has gone elsewhere meanwhile. */
export async function focusSoon(...selectors: string[]): Promise<void> {
  await tick();
  const from = document.activeElement;
  const attempt = (): boolean => {
    const now = document.activeElement;
    if (now !== from && now !== kept && now !== document.body && now !== null) return true;
    const all = selectors.flatMap((each) => [...document.querySelectorAll<HTMLElement>(each)]);
    const found = all.find(isShown);
    if (found) focus(found);
    return found !== undefined;
  };
  untilDone(attempt);
}

/** Focus what the user asked for by name as soon as it is there, whatever else takes the focus meanwhile. */
export function focusAsked(selector: string): void {
  untilDone(() => {
    const found = document.querySelector<HTMLElement>(selector);
    if (!found || !isShown(found)) return false;
    focus(found);
    return true;
  });
}

function untilDone(attempt: () => boolean): void {
  if (attempt()) return;
  const observer = new MutationObserver(() => {
    if (attempt()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  setTimeout(() => observer.disconnect(), PATIENCE);
}

/** Keep the focus from falling off the page: it goes to what stands nearest. Returns a function that stops. */
export function keepFocus(): () => void {
  let way: Element[] = []; // from what had the focus last up to the page
  const remember = ({ target }: FocusEvent): void => {
    way = [];
    for (let each = target as Element | null; each; each = each.parentElement) way.push(each);
  };
  const restore = (): void => {
    const [last] = way;
    if (document.activeElement !== document.body || !last || (last.isConnected && isShown(last as HTMLElement))) return;
    for (const around of way.slice(1).filter((each) => each.isConnected && each.parentElement?.closest('main'))) {
      const near = [...around.querySelectorAll<HTMLElement>(`h1, h2, ${FOCUSABLE}`)].find(isShown);
      if (near) {
        kept = near;
        return focus(near);
      }
    }
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new MutationObserver(() => {
    if (document.activeElement !== document.body || !way.length) return;
    clearTimeout(timer);
    timer = setTimeout(restore, PAUSE);
  });
  const forget = (): void => void (way = []); // who clicks beside everything wants nothing to have the focus
  addEventListener('focusin', remember);
  addEventListener('pointerdown', forget);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  return () => {
    removeEventListener('focusin', remember);
    removeEventListener('pointerdown', forget);
    observer.disconnect();
  };
}
