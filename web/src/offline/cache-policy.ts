/** The cache policy of the service worker: which responses are kept for offline use, and for whom. */

/**
 * - `page`: the page itself, at any of its routes.
 * - `asset`: a built file, whose name changes with its content.
 * - `common`: the same for everybody: games with their words and pictures, rules, lessons, puzzles, colours.
 * - `own`: what the user has opened; deleted when another user logs in.
 */
export type Kind = 'page' | 'asset' | 'common' | 'own';

const COMMON = [
  /^\/(palette\.css|favicon\.svg|manifest\.webmanifest)$/,
  /^\/icons\/[\w-]+\.png$/,
  /^\/api\/games(\/words|\/pictures|\/[\w-]+\/(symbols|rules|lessons))?$/,
  /^\/api\/puzzles(\/[\w-]+(\/\w+(\/(solution|hint))?)?)?$/,
];
/** No running match is among these: records with hidden hands are served only when the match is over. */
const OWN = [/^\/api\/session$/, /^\/api\/matches$/, /^\/api\/matches\/[\w-]+\/record$/];
/** Requests whose response never changes. */
const OWN_ANSWERS = [
  /^\/api\/records$/,
  /^\/api\/positions(\/clicks|\/why)?$/,
  /^\/api\/puzzles\/[\w-]+\/\w+\/answers$/,
];
/** Requests that change the user. */
const CHANGES = /^\/api\/(login|logout|accounts|recover|account\/delete)$/;

/** The kind of a request; null for those that are never cached. */
export function kindOf(method: string, path: string, isNavigation: boolean): Kind | null {
  const isOneOf = (patterns: RegExp[]) => patterns.some((pattern) => pattern.test(path));
  if (method === 'POST') return isOneOf(OWN_ANSWERS) ? 'own' : null;
  if (method !== 'GET') return null;
  if (isNavigation) return path.startsWith('/api/') ? null : 'page';
  if (path.startsWith('/assets/')) return 'asset';
  if (isOneOf(COMMON)) return 'common';
  return isOneOf(OWN) ? 'own' : null;
}

/** Whether a built file is kept by those who speak a language: files of other languages are not. */
export function isNeeded(file: string, language: string): boolean {
  return !file.startsWith('/assets/language.') || file.startsWith(`/assets/language.${language}.`);
}

export function changesUser(method: string, path: string): boolean {
  return method === 'POST' && CHANGES.test(path);
}

/** Whether the cached responses belong to another user than the current session. */
export function isOtherUser(kept: { id: string } | null, now: { id: string }): boolean {
  return Boolean(kept?.id) && kept?.id !== now.id;
}

/** The outdated caches, of those of all versions from the oldest on: an open page may still need the last but one. */
export function outdated(names: readonly string[], prefix: string): string[] {
  return names.filter((name) => name.startsWith(prefix)).slice(0, -2);
}
