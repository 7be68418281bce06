/** The games with their words, and the levels of computer players, loaded once. */
import { api } from '../api/client';
import type { Game, Shelf } from '../api/schemas';
import { addWords, currentLanguage, say, sayOr } from '../i18n/messages';

class Games {
  shelf = $state.raw<Shelf>({ games: [], levels: [] });
  private pictures = $state.raw<Record<string, string>>({});

  async load(): Promise<Shelf> {
    const [shelf, words] = await Promise.all([api.shelf(), api.words(currentLanguage())]);
    addWords(words); // they are there already, unless the server could not be reached when the page began
    return (this.shelf = shelf);
  }

  /** Load what a table of one game needs: the names, and the words of this game. */
  async loadOne(game: string): Promise<void> {
    const [shelf, words] = await Promise.all([api.shelf(), api.words(currentLanguage(), game)]);
    addWords(words);
    this.shelf = shelf;
  }

  async loadPictures(): Promise<void> {
    this.pictures = await api.pictures();
  }

  find(id: string): Game | undefined {
    return this.shelf.games.find((game) => game.id === id);
  }

  /** The game whose matches take the least time; empty before the games are loaded. */
  get quickest(): string {
    const known = this.shelf.games.filter((game) => game.minutes);
    return [...known].sort((one, other) => one.minutes - other.minutes)[0]?.id ?? this.shelf.games[0]?.id ?? '';
  }

  nameOf(id: string): string {
    return this.find(id)?.name ?? '';
  }

  /** The picture of a game as SVG, in the colours of the style sheet. */
  pictureOf(id: string): string {
    return this.pictures[id] ?? '';
  }

  /** The colours of a game's box as a style: the box, its edge, and words on it. */
  coloursOf(id: string): string {
    const name = this.find(id)?.colour ?? 'neutral';
    const colour = `var(--fourfold-${name})`;
    return [
      `--box: ${colour}`,
      `--box-edge: color-mix(in srgb, ${colour} 70%, #000)`,
      `--on-box: var(--fourfold-${name}-sign, var(--fourfold-number))`,
    ].join('; ');
  }

  /**
   * A computer player's name in the user's language. The server sends the English name of its level, with a number
   * where another of that level plays.
   */
  computerName(name: string): string {
    const level = this.shelf.levels.find((known) => known.name === name);
    if (level) return sayOr(`players.${level.id}`, name);
    const [, base, number] = /^(.+) (\d+)$/.exec(name) ?? [];
    if (!base || !this.shelf.levels.some((known) => known.name === base)) return name;
    return say('match.numbered', { name: this.computerName(base), number: Number(number) });
  }
}

export const games = new Games();
