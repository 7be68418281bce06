/** What the worker keeps for when there is no network, and for whom. */

/**
 * - `page`: the page itself, at any of its addresses.
 * - `asset`: a file of the build, whose name changes with its content.
 * - `common`: what is the same for everybody: games, rules, lessons, puzzles, colours.
 * - `own`: what the reader has looked at; it goes when somebody else comes.
 */
export type Kind = 'page' | 'asset' | 'common' | 'own';

const COMMON = [
  /^\/(palette\.css|favicon\.svg|manifest\.webmanifest)$/,
  /^\/icons\/[\w-]+\.png$/,
  /^\/api\/games(\/\w+\/(symbols|rules|lessons))?$/,
  /^\/api\/puzzles(\/\w+(\/\w+(\/solution)?)?)?$/,
];
/** Nothing of a match that goes on is among these: a record with hidden hands is given out when the match is over. */
const OWN = [/^\/api\/session$/, /^\/api\/matches$/, /^\/api\/matches\/[\w-]+\/record$/];
/** Questions that have the same answer whenever they are asked. */
const OWN_ANSWERS = [/^\/api\/records$/, /^\/api\/positions(\/clicks|\/why)?$/, /^\/api\/puzzles\/\w+\/\w+\/answers$/];
/** Whatever makes the reader somebody else. */
const CHANGES = /^\/api\/(login|logout|accounts|recover|account\/delete)$/;

/** What a request is for; null for what is always left to the server. */
export function kindOf(method: string, path: string, isNavigation: boolean): Kind | null {
  const isOneOf = (patterns: RegExp[]) => patterns.some((pattern) => pattern.test(path));
  if (method === 'POST') return isOneOf(OWN_ANSWERS) ? 'own' : null;
  if (method !== 'GET') return null;
  if (isNavigation) return path.startsWith('/api/') ? null : 'page';
  if (path.startsWith('/assets/')) return 'asset';
  if (isOneOf(COMMON)) return 'common';
  return isOneOf(OWN) ? 'own' : null;
}

export function changesReader(method: string, path: string): boolean {
  return method === 'POST' && CHANGES.test(path);
}

/** Whether what is kept belongs to somebody else than who the server says is here now. */
export function isSomebodyElse(kept: { id: string } | null, now: { id: string }): boolean {
  return Boolean(kept?.id) && kept?.id !== now.id;
}

/** Of the caches of all versions, from the oldest on, those that no page needs: one that is open may need the last but one. */
export function outdated(names: readonly string[], prefix: string): string[] {
  return names.filter((name) => name.startsWith(prefix)).slice(0, -2);
}
