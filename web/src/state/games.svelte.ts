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

  /** A computer player's name in the user's language; the server sends the English name of its level. */
  computerName(name: string): string {
    const level = this.shelf.levels.find((known) => known.name === name);
    return level ? sayOr(`players.${level.id}`, name) : name;
  }
}

export const games = new Games();
