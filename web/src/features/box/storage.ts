/** Score pads and timer settings in local storage. */
import { readPad, type Pad } from './score-pad';

const keyOf = (game: string) => `fourfold-scores-${game}`;

export const TIMER_KEY = 'fourfold-timer';

export function loadPad(game: string): Pad | null {
  return readPad(localStorage.getItem(keyOf(game)));
}

export function savePad(game: string, pad: Pad): void {
  localStorage.setItem(keyOf(game), JSON.stringify(pad));
}

export function deletePad(game: string): void {
  localStorage.removeItem(keyOf(game));
}
