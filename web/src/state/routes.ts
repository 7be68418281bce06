/** The routes of the page: parsing and formatting of addresses. */

export type Route =
  | { page: 'home' }
  /** Setting up a match, with the kind of opponents and the account to challenge already chosen. */
  | { page: 'play'; game: string; way?: string; name?: string }
  /** Learning a game by steps or from its rulebook, or the choice of a game. */
  | { page: 'learn'; game?: string; part?: 'rules' }
  | { page: 'lobby' }
  | { page: 'account' }
  | { page: 'mine' }
  /** A match; with a ply, its replay from there, reviewed at once if that is asked for. */
  | { page: 'match'; match: string; ply?: number; review?: true }
  /** A match on a shared screen, without hands. */
  | { page: 'table'; match: string }
  /** A record to open, or one position. */
  | { page: 'look'; position?: string }
  /** All puzzles; the next one of a game; one puzzle. */
  | { page: 'puzzles'; game?: string; puzzle?: string }
  /** An invitation, for one seat or for any. */
  | { page: 'join'; token: string; seat?: number }
  | { page: 'tournaments' }
  | { page: 'tournament'; tournament: string }
  | { page: 'ratings' }
  /** The public page of an account. */
  | { page: 'player'; name: string }
  /** The moderators' page, or what they know of one player: by id, or by the name of an account. */
  | { page: 'moderation'; player?: string }
  | { page: 'settings' }
  /** For games with a real box: overview, score pad, timer. */
  | { page: 'box' }
  | { page: 'scores'; game: string }
  | { page: 'timer' }
  | { page: 'lost' };

const ALONE = ['lobby', 'account', 'mine', 'tournaments', 'ratings', 'settings', 'box'] as const; // pages without parameters

export function parseRoute(path: string, search = ''): Route {
  const [first = '', second = '', third = '', ...rest] = path.replace(/^\/+|\/+$/g, '').split('/');
  const name = decode(second);
  const query = new URLSearchParams(search);
  if (first === 'puzzles' && !rest.length && name !== null)
    return { page: 'puzzles', ...(second ? { game: name } : {}), ...(third ? { puzzle: third } : {}) };
  if (first === 'learn' && third === 'rules' && !rest.length && name) return { page: 'learn', game: name, part: third };
  if (first === 'box' && third === 'scores' && !rest.length && name) return { page: 'scores', game: name };
  if (third || rest.length || name === null) return { page: 'lost' };
  if (!second) {
    if (first === '') return { page: 'home' };
    const position = query.get('position');
    if (first === 'look') return { page: 'look', ...(position ? { position } : {}) };
    if (first === 'learn' || first === 'moderation') return { page: first };
    return { page: ALONE.find((page) => page === first) ?? 'lost' };
  }
  if (first === 'play') {
    const [way, challenged] = [query.get('way'), query.get('name')];
    return { page: 'play', game: name, ...(way ? { way } : {}), ...(challenged ? { name: challenged } : {}) };
  }
  if (first === 'learn') return { page: 'learn', game: name };
  if (first === 'match') {
    const ply = /^\d{1,5}$/.exec(query.get('ply') ?? '')?.[0];
    const review = ply && query.has('review') ? { review: true as const } : {};
    return { page: 'match', match: name, ...(ply ? { ply: Number(ply) } : {}), ...review };
  }
  if (first === 'player') return { page: 'player', name };
  if (first === 'moderation') return { page: 'moderation', player: name };
  if (first === 'table') return { page: 'table', match: name };
  if (first === 'box' && second === 'timer') return { page: 'timer' };
  if (first === 'tournament') return { page: 'tournament', tournament: name };
  if (first === 'join') {
    const seat = /^\d{1,2}$/.exec(query.get('seat') ?? '')?.[0];
    return { page: 'join', token: name, ...(seat ? { seat: Number(seat) } : {}) };
  }
  return { page: 'lost' };
}

export function formatRoute(route: Route): string {
  switch (route.page) {
    case 'play':
      return `/play/${encodeURIComponent(route.game)}${queryOf({ way: route.way, name: route.name })}`;
    case 'learn':
      return ['/learn', route.game && encodeURIComponent(route.game), route.part].filter((part) => part).join('/');
    case 'player':
      return `/player/${encodeURIComponent(route.name)}`;
    case 'moderation':
      return route.player ? `/moderation/${encodeURIComponent(route.player)}` : '/moderation';
    case 'match':
      return `/match/${encodeURIComponent(route.match)}${queryOf({
        ply: route.ply?.toString(),
        review: route.review && 'yes',
      })}`;
    case 'table':
      return `/table/${encodeURIComponent(route.match)}`;
    case 'join':
      return `/join/${encodeURIComponent(route.token)}${route.seat === undefined ? '' : `?seat=${route.seat}`}`;
    case 'puzzles':
      return ['/puzzles', route.game, route.puzzle].filter((part) => part).join('/');
    case 'look':
      return route.position ? `/look?${new URLSearchParams({ position: route.position })}` : '/look';
    case 'tournament':
      return `/tournament/${encodeURIComponent(route.tournament)}`;
    case 'scores':
      return `/box/${encodeURIComponent(route.game)}/scores`;
    case 'timer':
      return '/box/timer';
    case 'lobby':
    case 'account':
    case 'mine':
    case 'tournaments':
    case 'ratings':
    case 'settings':
    case 'box':
      return `/${route.page}`;
    default:
      return '/';
  }
}

/** What stands around a page: header and tabs, the header only, or nothing where a page has its own toolbar. */
export function frameOf(route: Route): 'full' | 'header' | 'none' {
  if (route.page === 'match' || route.page === 'table') return 'none';
  const hasRoom = !['look', 'timer', 'play', 'join'].includes(route.page) && !(route.page === 'puzzles' && route.game);
  return hasRoom ? 'full' : 'header';
}

function queryOf(values: Record<string, string | undefined>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length ? `?${new URLSearchParams(given)}` : '';
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
