/** The worker that keeps the page: how it begins, how a new version takes over, what is fetched for it beforehand. */
import { api } from '../api/client';
import { spoken } from '../i18n/messages';
import { router } from '../state/router.svelte';

const WORKER = '/worker.js';
const RELOADED = 'fourfold.reloaded';
const PATIENCE = 10_000; // milliseconds before a page is loaded anew for the same reason

/** Whether what is asked for now is kept for later. */
export function isKeeping(): boolean {
  return Boolean(navigator.serviceWorker?.controller) && !savesData();
}

/** Begin when there is nothing else to do; only over an encrypted connection, or on this machine, do browsers have it. */
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

/** What the page asked for before there was a worker; and the rules and lessons of all games, which are read on the way. */
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
    // Another time, then.
  }
}

/** Ask, and read to the end: an answer that nobody reads keeps its connection. */
async function readThrough(address: string): Promise<void> {
  await (await fetch(address)).arrayBuffer();
}

/** A part of the page that is gone: there is a newer version, which is taken at once. */
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
