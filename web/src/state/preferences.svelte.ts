/** The user's preferences (local storage): language, looks, pace, sounds, notifications, chat, chances. */

export const THEMES = ['system', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

/** How fast the moves of others are shown. */
export const PACES = ['slow', 'normal', 'fast', 'instant'] as const;
export type Pace = (typeof PACES)[number];

/** Whether a move is confirmed before it is played; `auto`: on touch where cells are small. */
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
  sound: boolean;
  notify: boolean;
  chat: boolean;
  chances: boolean;
  /** A language code; empty for the browser's language. */
  language: string;
}

/** Read the stored preferences; invalid values become the defaults. */
export function readPreferences(text: string | null): StoredPreferences {
  const stored: StoredPreferences = {
    theme: 'system',
    board: 'plain',
    pace: 'normal',
    confirm: 'auto',
    sound: true,
    notify: false,
    chat: true,
    chances: false,
    language: '',
  };
  try {
    const found = JSON.parse(text ?? '{}') as Partial<StoredPreferences> | null;
    if (found && THEMES.includes(found.theme as Theme)) stored.theme = found.theme as Theme;
    if (found && BOARD_COLOURS.includes(found.board as BoardColours)) stored.board = found.board as BoardColours;
    if (found && PACES.includes(found.pace as Pace)) stored.pace = found.pace as Pace;
    if (found && CONFIRMS.includes(found.confirm as Confirm)) stored.confirm = found.confirm as Confirm;
    if (typeof found?.sound === 'boolean') stored.sound = found.sound;
    if (typeof found?.notify === 'boolean') stored.notify = found.notify;
    if (typeof found?.chat === 'boolean') stored.chat = found.chat;
    if (typeof found?.chances === 'boolean') stored.chances = found.chances;
    if (typeof found?.language === 'string') stored.language = found.language;
  } catch {
    // Not written by this page.
  }
  return stored;
}

class Preferences {
  private stored = $state(readPreferences(localStorage.getItem(KEY)));
  reducedMotion = $state(false);

  constructor() {
    const motion = matchMedia('(prefers-reduced-motion: reduce)');
    this.reducedMotion = motion.matches;
    motion.addEventListener('change', () => (this.reducedMotion = motion.matches));
    this.apply();
  }

  get theme(): Theme {
    return this.stored.theme;
  }

  set theme(theme: Theme) {
    this.stored.theme = theme;
    this.store();
  }

  get board(): BoardColours {
    return this.stored.board;
  }

  set board(board: BoardColours) {
    this.stored.board = board;
    this.store();
  }

  get pace(): Pace {
    return this.stored.pace;
  }

  set pace(pace: Pace) {
    this.stored.pace = pace;
    this.store();
  }

  get confirm(): Confirm {
    return this.stored.confirm;
  }

  set confirm(confirm: Confirm) {
    this.stored.confirm = confirm;
    this.store();
  }

  get sound(): boolean {
    return this.stored.sound;
  }

  set sound(sound: boolean) {
    this.stored.sound = sound;
    this.store();
  }

  get notify(): boolean {
    return this.stored.notify && 'Notification' in window && Notification.permission === 'granted';
  }

  set notify(notify: boolean) {
    this.stored.notify = notify;
    this.store();
  }

  /** Whether the chat of matches is shown. */
  get chat(): boolean {
    return this.stored.chat;
  }

  set chat(chat: boolean) {
    this.stored.chat = chat;
    this.store();
  }

  /** Whether the chances are shown in matches that allow hints. */
  get chances(): boolean {
    return this.stored.chances;
  }

  set chances(chances: boolean) {
    this.stored.chances = chances;
    this.store();
  }

  get language(): string {
    return this.stored.language;
  }

  set language(language: string) {
    this.stored.language = language;
    this.store();
  }

  private store(): void {
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

  private apply(): void {
    const root = document.documentElement;
    if (this.stored.theme === 'system') root.removeAttribute('data-theme');
    else root.setAttribute('data-theme', this.stored.theme);
    if (this.stored.board === 'plain') root.removeAttribute('data-board');
    else root.setAttribute('data-board', this.stored.board);
    this.applyToFrame();
  }
}

export const preferences = new Preferences();
