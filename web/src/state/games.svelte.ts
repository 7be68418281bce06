/** The games on the shelf and the levels of computers, loaded once. */
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

  /** What a computer is called in the reader's language; the server knows it by the English name of its level. */
  computerName(name: string): string {
    const level = this.shelf.levels.find((known) => known.name === name);
    return level ? sayOr(`players.${level.id}`, name) : name;
  }
}

export const games = new Games();
