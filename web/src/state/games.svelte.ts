/** The games with their words, and the levels of computer players, loaded once. */
import { api } from '../api/client';
import type { Shelf } from '../api/schemas';
import { addWords, currentLanguage, sayOr } from '../i18n/messages';

class Games {
  shelf = $state.raw<Shelf>({ games: [], levels: [] });

  async load(): Promise<Shelf> {
    const [shelf, words] = await Promise.all([api.shelf(), api.words(currentLanguage())]);
    addWords(words); // they are there already, unless the server could not be reached when the page began
    return (this.shelf = shelf);
  }

  nameOf(id: string): string {
    return this.shelf.games.find((game) => game.id === id)?.name ?? '';
  }

  /** The picture of a game as SVG, in the colours of the style sheet. */
  pictureOf(id: string): string {
    return this.shelf.games.find((game) => game.id === id)?.picture ?? '';
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
