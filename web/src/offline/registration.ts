/** Registration of the service worker, updates to a new version, and prefetching. */
import { api } from '../api/client';
import { spoken } from '../i18n/messages';
import { router } from '../state/router.svelte';

const WORKER = '/worker.js';
const RELOADED = 'fourfold.reloaded';
const PATIENCE = 10_000; // milliseconds before the page is reloaded again for the same reason

/** Whether responses are being cached. */
export function isKeeping(): boolean {
  return Boolean(navigator.serviceWorker?.controller) && !savesData();
}

/** Register the service worker when idle; browsers have it only in a secure context. */
export function keepThisPage(): void {
  addEventListener('vite:preloadError', loadAnew);
  const workers = navigator.serviceWorker;
  if (!workers || !import.meta.env.PROD) return;
  if (document.readyState === 'complete') begin(workers);
  else addEventListener('load', () => begin(workers), { once: true });
}

function begin(workers: ServiceWorkerContainer): void {
  let hasOne = workers.controller !== null;
  if (hasOne) whenIdle(fetchWhatIsRead);
  workers.addEventListener('controllerchange', () => {
    if (hasOne) router.isOutdated = true;
    else whenIdle(fetchWhatIsRead);
    hasOne = true;
  });
  whenIdle(async () => {
    const registration = await workers.register(WORKER).catch(() => null);
    if (!registration) return;
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) void registration.update().catch(() => undefined);
    });
  });
}

/** Prefetch what was requested before the worker started, and the rules and lessons of all games. */
async function fetchWhatIsRead(): Promise<void> {
  if (!isKeeping()) return;
  try {
    const [{ games }] = await Promise.all([api.shelf(), readThrough('/api/games'), readThrough('/api/session')]);
    for (const { id } of games) {
      for (const part of [`rules?language=${spoken()}`, 'lessons', 'symbols']) {
        const address = `/api/games/${id}/${part}`;
        if (!(await caches.match(address))) await readThrough(address);
      }
    }
  } catch {
    // Tried again with the next page.
  }
}

/** Fetch and read to the end: an unread response keeps its connection open. */
async function readThrough(address: string): Promise<void> {
  await (await fetch(address)).arrayBuffer();
}

/** A chunk of the page is missing because there is a newer version: reload. */
function loadAnew(): void {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (!navigator.onLine || Date.now() - last < PATIENCE) return;
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
