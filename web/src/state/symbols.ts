/** The pictures of a game's pieces, with their names as the user wants to hear them. */
import { api } from '../api/client';
import type { Symbols } from '../api/schemas';
import { preferences } from './preferences.svelte';

export async function loadSymbols(game: string): Promise<Symbols> {
  const found = await api.symbols(game);
  return preferences.letters ? { ...found, names: { ...found.names, ...found.letters } } : found;
}
