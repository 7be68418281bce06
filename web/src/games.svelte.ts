/** The games on the shelf and the levels of computers, loaded once. */
import { server, type Shelf } from './server';

class Games {
  shelf = $state.raw<Shelf>({ games: [], levels: [] });

  async load(): Promise<Shelf> {
    this.shelf = await server.shelf();
    return this.shelf;
  }

  nameOf(id: string): string {
    return this.shelf.games.find((game) => game.id === id)?.name ?? '';
  }
}

export const games = new Games();
