/** The pages of the navigation: the main ones, and those of the menu "more". */
import type { Route } from '../state/routes';
import type { IconName } from '../pictures/Icon.svelte';

type PageName = Route['page'];

interface NavigationEntry {
  /** The name of its message, after that of the navigation. */
  name: string;
  href: string;
  icon: IconName;
  /** The pages that belong to it. */
  pages: readonly PageName[];
}

export const MAIN_PAGES: readonly NavigationEntry[] = [
  { name: 'home', href: '/', icon: 'home', pages: ['home', 'play', 'join'] },
  { name: 'puzzles', href: '/puzzles', icon: 'puzzle', pages: ['puzzles'] },
  { name: 'learn', href: '/learn', icon: 'book', pages: ['learn'] },
  { name: 'mine', href: '/mine', icon: 'hand', pages: ['mine'] },
];

export const FURTHER_PAGES: readonly NavigationEntry[] = [
  { name: 'lobby', href: '/lobby', icon: 'door', pages: ['lobby'] },
  { name: 'tournaments', href: '/tournaments', icon: 'flag', pages: ['tournaments', 'tournament'] },
  { name: 'ratings', href: '/ratings', icon: 'graph', pages: ['ratings', 'player'] },
  { name: 'box', href: '/box', icon: 'box', pages: ['box', 'scores', 'timer'] },
  { name: 'look', href: '/look', icon: 'list', pages: ['look'] },
];

/** In the menu, for moderators only. */
export const MODERATION: NavigationEntry = {
  name: 'moderation',
  href: '/moderation',
  icon: 'shield',
  pages: ['moderation'],
};

/** Whether a page belongs to an entry of the navigation, or to the menu. */
export function isWithin(page: PageName, name: string): boolean {
  const entries = name === 'more' ? [...FURTHER_PAGES, MODERATION] : MAIN_PAGES.filter((entry) => entry.name === name);
  return entries.some((entry) => entry.pages.includes(page));
}
