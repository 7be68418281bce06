/** What is said to those who listen: one live region for the whole page, in order, each thing once. */
import { tick, untrack } from 'svelte';

/** How much they want to hear. */
export const DETAILS = ['brief', 'normal', 'full'] as const;
export type Detail = (typeof DETAILS)[number];

/** How many of the last sentences stay in the region, to be read again. */
const KEPT = 12;

export class Announcer {
  said = $state.raw<readonly { id: number; text: string }[]>([]);
  /** How much is wanted; the page asks the preferences. */
  wanted: () => Detail = () => 'normal';
  private count = 0;

  /** Say something, also if it was said before; with `least` only to those who want to hear so much. */
  say(text: string, least: Detail = 'brief'): void {
    if (!text.trim() || DETAILS.indexOf(this.wanted()) < DETAILS.indexOf(least)) return;
    this.count += 1;
    const before = untrack(() => this.said); // whoever says something does not listen
    this.said = [...before, { id: this.count, text }];
    void tick().then(() => (this.said = this.said.slice(-KEPT))); // not before all of it was in the region
  }
}

export const announcer = new Announcer();
