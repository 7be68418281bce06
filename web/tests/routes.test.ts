import { expect, test } from 'vitest';
import { formatRoute, parseRoute, type Route } from '../src/routes';

const ROUTES: Route[] = [
  { page: 'home' },
  { page: 'lobby' },
  { page: 'play', game: 'quads' },
  { page: 'match', match: 'a-_9' },
  { page: 'join', token: 'a b/c' },
  { page: 'tournaments' },
  { page: 'tournament', tournament: 'a-_9' },
  { page: 'ratings' },
];

test.each(ROUTES)('%o is read as it is written', (route) => {
  expect(parseRoute(formatRoute(route))).toEqual(route);
});

test.each(['/nowhere', '/play', '/match/a/b', '/lobby/x', '/ratings/x', '/tournament', '/join/%E0%A4%A'])('%s leads nowhere', (path) => {
  expect(parseRoute(path)).toEqual({ page: 'lost' });
});

test('a slash at the end makes no difference', () => {
  expect(parseRoute('/play/quads/')).toEqual({ page: 'play', game: 'quads' });
});
