/** The user's preferences (local storage): language, theme, sounds, notifications, chat, chances. */

export const THEMES = ['system', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'fourfold';

interface Kept {
  theme: Theme;
  sound: boolean;
  notify: boolean;
  chat: boolean;
  chances: boolean;
  /** A language code; empty for the browser's language. */
  language: string;
}

/** Read stored preferences; invalid values become the defaults. */
export function readKept(text: string | null): Kept {
  const kept: Kept = { theme: 'system', sound: true, notify: false, chat: true, chances: false, language: '' };
  try {
    const found = JSON.parse(text ?? '{}') as Partial<Kept> | null;
    if (found && THEMES.includes(found.theme as Theme)) kept.theme = found.theme as Theme;
    if (typeof found?.sound === 'boolean') kept.sound = found.sound;
    if (typeof found?.notify === 'boolean') kept.notify = found.notify;
    if (typeof found?.chat === 'boolean') kept.chat = found.chat;
    if (typeof found?.chances === 'boolean') kept.chances = found.chances;
    if (typeof found?.language === 'string') kept.language = found.language;
  } catch {
    // Not written by this page.
  }
  return kept;
}

class Preferences {
  private kept = $state(readKept(localStorage.getItem(KEY)));
  reducedMotion = $state(false);

  constructor() {
    const motion = matchMedia('(prefers-reduced-motion: reduce)');
    this.reducedMotion = motion.matches;
    motion.addEventListener('change', () => (this.reducedMotion = motion.matches));
    this.apply();
  }

  get theme(): Theme {
    return this.kept.theme;
  }

  set theme(theme: Theme) {
    this.kept.theme = theme;
    this.keep();
  }

  get sound(): boolean {
    return this.kept.sound;
  }

  set sound(sound: boolean) {
    this.kept.sound = sound;
    this.keep();
  }

  get notify(): boolean {
    return this.kept.notify && 'Notification' in window && Notification.permission === 'granted';
  }

  set notify(notify: boolean) {
    this.kept.notify = notify;
    this.keep();
  }

  /** Whether the chat of matches is shown. */
  get chat(): boolean {
    return this.kept.chat;
  }

  set chat(chat: boolean) {
    this.kept.chat = chat;
    this.keep();
  }

  /** Whether the chances are shown in matches that allow hints. */
  get chances(): boolean {
    return this.kept.chances;
  }

  set chances(chances: boolean) {
    this.kept.chances = chances;
    this.keep();
  }

  get language(): string {
    return this.kept.language;
  }

  set language(language: string) {
    this.kept.language = language;
    this.keep();
  }

  private keep(): void {
    localStorage.setItem(KEY, JSON.stringify(this.kept));
    this.apply();
  }

  /** Set the theme colour of the browser's own frame. */
  private applyToFrame(): void {
    const paper = getComputedStyle(document.documentElement).getPropertyValue('--fourfold-paper');
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      meta.dataset['usual'] ??= meta.content;
      meta.content = this.kept.theme === 'system' ? meta.dataset['usual'] : paper.trim();
    }
  }

  private apply(): void {
    const root = document.documentElement;
    if (this.kept.theme === 'system') root.removeAttribute('data-theme');
    else root.setAttribute('data-theme', this.kept.theme);
    this.applyToFrame();
  }
}

export const preferences = new Preferences();
