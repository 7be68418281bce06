import { expect, test } from 'vitest';
import { readLanguage } from '../../plugins/catalogues';
import type { Shelf } from '../../src/api/schemas';
import { setCatalogue } from '../../src/i18n/messages';
import { games } from '../../src/state/games.svelte';

test('computers of one level are told apart in the language of the page', () => {
  setCatalogue('fr', readLanguage('fr'));
  const level = { id: 'level-2', name: 'Neighbour', about: '', is_usual: true, ratings: {} };
  games.shelf = { games: [], levels: [level] } satisfies Shelf;
  expect(games.computerName('Neighbour')).toBe('Voisin');
  expect(games.computerName('Neighbour 2')).toBe('Voisin 2');
  expect(games.computerName('Somebody 2')).toBe('Somebody 2');
});
