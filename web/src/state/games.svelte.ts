/** The games and the levels of computer players, loaded once. */
import { api } from '../api/client';
import type { Shelf } from '../api/schemas';
import { sayOr } from '../i18n/messages';

class Games {
  shelf = $state.raw<Shelf>({ games: [], levels: [] });

  async load(): Promise<Shelf> {
    this.shelf = await api.shelf();
    return this.shelf;
  }

  nameOf(id: string): string {
    return this.shelf.games.find((game) => game.id === id)?.name ?? '';
  }

  /** A computer player's name in the user's language; the server sends the English name of its level. */
  computerName(name: string): string {
    const level = this.shelf.levels.find((known) => known.name === name);
    return level ? sayOr(`players.${level.id}`, name) : name;
  }
}

export const games = new Games();
