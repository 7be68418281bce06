/** The addresses of the page. */

export type Route =
  | { page: 'home' }
  | { page: 'play'; game: string }
  | { page: 'learn'; game: string }
  | { page: 'lobby' }
  | { page: 'match'; match: string }
  | { page: 'join'; token: string }
  | { page: 'tournaments' }
  | { page: 'tournament'; tournament: string }
  | { page: 'ratings' }
  | { page: 'lost' };

const ALONE = ['lobby', 'tournaments', 'ratings'] as const; // pages without anything behind their names

export function parseRoute(path: string): Route {
  const [first = '', second = '', ...rest] = path.replace(/^\/+|\/+$/g, '').split('/');
  const name = decode(second);
  if (rest.length || name === null) return { page: 'lost' };
  if (!second) {
    if (first === '') return { page: 'home' };
    const alone = ALONE.find((page) => page === first);
    return { page: alone ?? 'lost' };
  }
  if (first === 'play') return { page: 'play', game: name };
  if (first === 'learn') return { page: 'learn', game: name };
  if (first === 'match') return { page: 'match', match: name };
  if (first === 'tournament') return { page: 'tournament', tournament: name };
  if (first === 'join') return { page: 'join', token: name };
  return { page: 'lost' };
}

export function formatRoute(route: Route): string {
  switch (route.page) {
    case 'play':
      return `/play/${encodeURIComponent(route.game)}`;
    case 'learn':
      return `/learn/${encodeURIComponent(route.game)}`;
    case 'match':
      return `/match/${encodeURIComponent(route.match)}`;
    case 'join':
      return `/join/${encodeURIComponent(route.token)}`;
    case 'tournament':
      return `/tournament/${encodeURIComponent(route.tournament)}`;
    case 'lobby':
    case 'tournaments':
    case 'ratings':
      return `/${route.page}`;
    default:
      return '/';
  }
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
