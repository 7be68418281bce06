/** Registration of the service worker, updates to a new version, and prefetching. */
import { api, symbolsAddress, wordsAddress } from '../api/client';
import { figuresAddress, lessonsAddress } from '../api/lessons';
import { currentLanguage } from '../i18n/messages';
import { router } from '../state/router.svelte';

const WORKER = '/worker.js';
const RELOADED = 'fourfold.reloaded';
const PATIENCE = 10_000; // milliseconds before the page is reloaded again for the same reason

/** Whether responses are being cached. */
export function isCaching(): boolean {
  return Boolean(navigator.serviceWorker?.controller) && !savesData();
}

/** Register the service worker when idle; browsers have it only in a secure context. */
export function registerServiceWorker(): void {
  addEventListener('vite:preloadError', () => void reload());
  const workers = navigator.serviceWorker;
  if (!workers || !import.meta.env.PROD) return;
  if (document.readyState === 'complete') begin(workers);
  else addEventListener('load', () => begin(workers), { once: true });
}

function begin(workers: ServiceWorkerContainer): void {
  let hasOne = workers.controller !== null;
  if (hasOne) whenIdle(prefetchAll);
  workers.addEventListener('controllerchange', () => {
    if (hasOne) router.isOutdated = true;
    else whenIdle(prefetchAll);
    hasOne = true;
  });
  whenIdle(async () => {
    const registration = await workers.register(`${WORKER}?language=${currentLanguage()}`).catch(() => null);
    if (!registration) return;
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) void registration.update().catch(() => undefined);
    });
  });
}

/** Prefetch what was requested before the worker started, and the rules, lessons and symbols of all games. */
async function prefetchAll(): Promise<void> {
  if (!isCaching()) return;
  try {
    const early = ['/api/games', '/api/games/pictures', '/api/session', wordsAddress(currentLanguage())];
    const [{ games }] = await Promise.all([api.shelf(), ...early.map(prefetch)]);
    for (const { id } of games) {
      const rules = `/api/games/${id}/rules?language=${currentLanguage()}`;
      for (const address of [rules, figuresAddress(id), lessonsAddress(id), symbolsAddress(id)]) {
        if (!(await caches.match(address))) await prefetch(address);
      }
    }
  } catch {
    // Tried again with the next page.
  }
}

/** Fetch and read to the end: an unread response keeps its connection open. */
async function prefetch(address: string): Promise<void> {
  await (await fetch(address)).arrayBuffer();
}

/** A chunk of the page is missing because there is a newer version: reload, unless the server is out of reach. */
async function reload(): Promise<void> {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (!navigator.onLine || Date.now() - last < PATIENCE) return;
  const answer = await fetch('/api/session').catch(() => null);
  if (!answer?.ok) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
}

function savesData(): boolean {
  return Boolean((navigator as { connection?: { saveData?: boolean } }).connection?.saveData);
}

function whenIdle(work: () => Promise<void>): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => void work(), { timeout: 5_000 });
  else setTimeout(() => void work(), 1_000);
}
