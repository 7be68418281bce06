/**
 * The user's preferences (local storage): language, looks, sounds, pace, confirmation, notifications, chat, chances, and
 * what those who listen want to hear.
 */
import { DETAILS, type Detail } from './announcer.svelte';

export const THEMES = ['system', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

/** How fast opponents' moves are shown. */
export const PACES = ['slow', 'normal', 'fast', 'instant'] as const;
export type Pace = (typeof PACES)[number];

/** When a move must be confirmed; `auto`: where cells are small on a touch screen. */
export const CONFIRMS = ['auto', 'always', 'never'] as const;
export type Confirm = (typeof CONFIRMS)[number];

/** The colours of boards; `plain` are those of the theme. */
export const BOARD_COLOURS = ['plain', 'wood', 'slate'] as const;
export type BoardColours = (typeof BOARD_COLOURS)[number];

const KEY = 'fourfold';

interface StoredPreferences {
  theme: Theme;
  board: BoardColours;
  pace: Pace;
  confirm: Confirm;
  /** Whether things move less than the system asks for. */
  calm: boolean;
  sound: boolean;
  notify: boolean;
  chat: boolean;
  chances: boolean;
  detail: Detail;
  /** Whether tiles are named letter by letter, in games that have letters for them. */
  letters: boolean;
  /** A language code; empty for the browser's language. */
  language: string;
}

const USUAL: StoredPreferences = {
  theme: 'system',
  board: 'plain',
  pace: 'normal',
  confirm: 'auto',
  calm: false,
  sound: true,
  notify: false,
  chat: true,
  chances: false,
  detail: 'normal',
  letters: false,
  language: '',
};

const CHOICES: { [name: string]: readonly string[] } = {
  theme: THEMES,
  board: BOARD_COLOURS,
  pace: PACES,
  confirm: CONFIRMS,
  detail: DETAILS,
};

/** Read the stored preferences; invalid values become the defaults. */
export function readPreferences(text: string | null): StoredPreferences {
  let found: Record<string, unknown> = {};
  try {
    found = (JSON.parse(text ?? '{}') ?? {}) as Record<string, unknown>;
  } catch {
    // Not written by this page.
  }
  const valid = Object.entries(USUAL).map(([name, usual]: [string, unknown]): [string, unknown] => {
    const value = found[name];
    const isValid = typeof value === typeof usual && (CHOICES[name]?.includes(value as string) ?? true);
    return [name, isValid ? value : usual];
  });
  return Object.fromEntries(valid) as unknown as StoredPreferences;
}

class Preferences {
  private stored = $state(readPreferences(localStorage.getItem(KEY)));
  private asksForCalm = $state(false);
  private asksForDark = $state(false);

  constructor() {
    const motion = matchMedia('(prefers-reduced-motion: reduce)');
    this.asksForCalm = motion.matches;
    motion.addEventListener('change', () => (this.asksForCalm = motion.matches));
    const dark = matchMedia('(prefers-color-scheme: dark)');
    this.asksForDark = dark.matches;
    dark.addEventListener('change', () => (this.asksForDark = dark.matches));
    this.apply();
  }

  /** Whether the page is dark, by the theme or by the system. */
  get isDark(): boolean {
    return this.stored.theme === 'dark' || (this.stored.theme === 'system' && this.asksForDark);
  }

  /** Whether nothing is to move: the user or the system asks for it. */
  get reducedMotion(): boolean {
    return this.asksForCalm || this.stored.calm;
  }

  get calm(): boolean {
    return this.stored.calm;
  }

  set calm(calm: boolean) {
    this.store({ calm });
  }

  get theme(): Theme {
    return this.stored.theme;
  }

  set theme(theme: Theme) {
    this.store({ theme });
  }

  get board(): BoardColours {
    return this.stored.board;
  }

  set board(board: BoardColours) {
    this.store({ board });
  }

  get pace(): Pace {
    return this.stored.pace;
  }

  set pace(pace: Pace) {
    this.store({ pace });
  }

  get confirm(): Confirm {
    return this.stored.confirm;
  }

  set confirm(confirm: Confirm) {
    this.store({ confirm });
  }

  get sound(): boolean {
    return this.stored.sound;
  }

  set sound(sound: boolean) {
    this.store({ sound });
  }

  get notify(): boolean {
    return this.stored.notify && 'Notification' in window && Notification.permission === 'granted';
  }

  set notify(notify: boolean) {
    this.store({ notify });
  }

  /** Whether the chat of matches is shown. */
  get chat(): boolean {
    return this.stored.chat;
  }

  set chat(chat: boolean) {
    this.store({ chat });
  }

  /** Whether the chances are shown in matches that allow hints. */
  get chances(): boolean {
    return this.stored.chances;
  }

  set chances(chances: boolean) {
    this.store({ chances });
  }

  get detail(): Detail {
    return this.stored.detail;
  }

  set detail(detail: Detail) {
    this.store({ detail });
  }

  get letters(): boolean {
    return this.stored.letters;
  }

  set letters(letters: boolean) {
    this.store({ letters });
  }

  get language(): string {
    return this.stored.language;
  }

  set language(language: string) {
    this.store({ language });
  }

  private store(changed: Partial<StoredPreferences>): void {
    Object.assign(this.stored, changed);
    localStorage.setItem(KEY, JSON.stringify(this.stored));
    this.apply();
  }

  /** Set the theme colour of the browser's own frame. */
  private applyToFrame(): void {
    const paper = getComputedStyle(document.documentElement).getPropertyValue('--fourfold-paper');
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      meta.dataset['usual'] ??= meta.content;
      meta.content = this.stored.theme === 'system' ? meta.dataset['usual'] : paper.trim();
    }
  }

  /** Tell the style sheets. */
  private apply(): void {
    const { theme, board, calm } = this.stored;
    const shown = {
      theme: theme === 'system' ? '' : theme,
      board: board === 'plain' ? '' : board,
      calm: calm ? 'on' : '',
    };
    for (const [name, value] of Object.entries(shown)) {
      if (value) document.documentElement.setAttribute(`data-${name}`, value);
      else document.documentElement.removeAttribute(`data-${name}`);
    }
    this.applyToFrame();
  }
}

export const preferences = new Preferences();
