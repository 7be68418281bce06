/**
 * The service worker: caches the page, and what the user has opened, for offline use; shows push messages.
 *
 * Network first: the cached page is shown only where the server cannot be reached. Built files never change, so
 * they come from the cache.
 */
import { chooseWindow, readMessage } from './push-message';
import { changesUser, isNeeded, isOtherUser, kindOf, outdated, type Kind } from './cache-policy';

/** Filled in by the build: the version, the entry script, and the addresses of all files, seen from the built ones. */
declare const __VERSION__: string;
declare const __ENTRY__: string;
declare const __FILES__: string;

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface PushEvent extends ExtendableEvent {
  readonly data: { text(): string } | null;
}

interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification;
}

interface WindowClient {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<WindowClient>;
  navigate(url: string): Promise<WindowClient | null>;
}

interface Worker {
  readonly location: Location;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window' }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<WindowClient | null>;
  };
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(kind: 'install' | 'activate', work: (event: ExtendableEvent) => void): void;
  addEventListener(kind: 'fetch', work: (event: FetchEvent) => void): void;
  addEventListener(kind: 'push', work: (event: PushEvent) => void): void;
  addEventListener(kind: 'notificationclick', work: (event: NotificationEvent) => void): void;
}

const worker = self as unknown as Worker;
const PREFIX = 'page-';
/** The page registers the worker with the language that it speaks; files of the others are left out. */
const LANGUAGE = new URL(worker.location.href).searchParams.get('language') ?? 'en';
const FILES = __FILES__.split(' ').map((name) => new URL(name, `${worker.location.origin}/assets/`).pathname);
const SHELL = `${PREFIX}${__VERSION__}-${LANGUAGE}`;
const ROOT = '/';
const SESSION = '/api/session';
const MOST = { common: 400, own: 1500 }; // responses; the oldest are deleted first
const IGNORE_VARY = { ignoreVary: true }; // cached responses are uncompressed

/** Incremented when the user changes: responses to earlier requests are then not cached. */
let generation = 0;

worker.addEventListener('install', (event) => event.waitUntil(cachePage().then(() => worker.skipWaiting())));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (address.origin !== worker.location.origin) return;
  const kind = kindOf(request.method, address.pathname, request.mode === 'navigate');
  if (changesUser(request.method, address.pathname)) event.respondWith(changeUser(request));
  else if (kind) event.respondWith(answer(event, kind));
});

worker.addEventListener('push', (event) => event.waitUntil(showMessage(event.data?.text() ?? '')));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(String((event.notification.data as { url?: string } | null)?.url ?? ROOT)));
});

/** Show a push message, unless a visible page tells the same. */
async function showMessage(text: string): Promise<void> {
  const message = readMessage(text);
  const windows = await worker.clients.matchAll({ type: 'window' });
  if (!message || windows.some((window) => window.visibilityState === 'visible')) return;
  const { title, body, tag, url } = message;
  await worker.registration.showNotification(title, { body, tag, icon: '/icons/icon-192.png', data: { url } });
}

/** Open a page, in a window of ours if there is one. */
async function openPage(url: string): Promise<void> {
  const found = chooseWindow(await worker.clients.matchAll({ type: 'window' }), url);
  if (!found) await worker.clients.openWindow(url);
  else if (new URL(found.url).pathname === url) await found.focus();
  else await (await found.focus()).navigate(url);
}

/** Cache the files of this version, or none if the server already has another version. */
async function cachePage(): Promise<void> {
  const page = await fetch(ROOT, { cache: 'no-cache' });
  if (!page.ok || !(await page.clone().text()).includes(__ENTRY__)) throw new Error(__VERSION__);
  const shell = await caches.open(SHELL);
  try {
    await shell.addAll(FILES.filter((file) => isNeeded(file, LANGUAGE)));
    await shell.put(ROOT, page);
  } catch (error) {
    await caches.delete(SHELL);
    throw error;
  }
}

async function activate(): Promise<void> {
  await Promise.all(outdated(await caches.keys(), PREFIX).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function answer(event: FetchEvent, kind: Kind): Promise<Response> {
  const { request } = event;
  if (kind === 'page') return fetch(request).catch(() => fromCache(ROOT, SHELL));
  if (kind === 'asset') return (await caches.match(request, IGNORE_VARY)) ?? fetch(request);
  return networkFirst(event, kind);
}

/** Fetch and cache; where the server cannot be reached, answer from the cache. */
async function networkFirst(event: FetchEvent, kind: 'common' | 'own'): Promise<Response> {
  const asked = generation;
  const key = await keyOf(event.request);
  let response: Response;
  try {
    response = await fetch(event.request);
  } catch {
    return fromCache(key);
  }
  if (!response.ok) return response;
  if (key === SESSION) await checkUser(response.clone());
  else if (asked !== generation) return response;
  event.waitUntil(store(kind, key, response.clone()));
  return response;
}

async function store(kind: 'common' | 'own', key: string, response: Response): Promise<void> {
  const cache = await caches.open(kind);
  await cache.put(key, response); // replaces the old response only when the new one is complete
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST[kind]))) await cache.delete(old);
}

/** The cached response of a key, in one cache or in any; without one, a network error. */
async function fromCache(key: string, name?: string): Promise<Response> {
  const found = await caches.match(key, { ...IGNORE_VARY, ...(name ? { cacheName: name } : {}) });
  return found ?? Response.error();
}

/** The cache key: the address, for a POST with the hash of its body. */
async function keyOf(request: Request): Promise<string> {
  const { pathname, search } = new URL(request.url);
  if (request.method === 'GET') return pathname + search;
  const digest = await crypto.subtle.digest('SHA-256', await request.clone().arrayBuffer());
  return `${pathname}?${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Log in or out: everything cached for the user is deleted. */
async function changeUser(request: Request): Promise<Response> {
  await deleteUserCache();
  const response = await fetch(request);
  await deleteUserCache();
  return response;
}

/** Delete the user's cache if the session belongs to another user than before. */
async function checkUser(response: Response): Promise<void> {
  const before = await caches.match(SESSION, IGNORE_VARY);
  const old = before ? ((await before.json()) as { id: string }) : null;
  if (isOtherUser(old, (await response.json()) as { id: string })) await deleteUserCache();
}

async function deleteUserCache(): Promise<void> {
  generation += 1;
  await caches.delete('own');
}
