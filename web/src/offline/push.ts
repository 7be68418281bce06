/** Push messages: the subscription of this browser, made with the user's consent. */
import { api } from '../api/client';
import { currentLanguage } from '../i18n/messages';

/** The server's key; empty where there are no push messages: in this browser, or from this server. */
export async function findPushKey(): Promise<string> {
  if (!('Notification' in window) || !(await findManager())) return '';
  return (await api.pushKey()).key;
}

export async function isSubscribed(): Promise<boolean> {
  return Notification.permission === 'granted' && Boolean(await findSubscription());
}

/** Ask for permission and subscribe; whether the user agreed. */
export async function subscribe(key: string): Promise<boolean> {
  const manager = await findManager();
  if (!manager || (await Notification.requestPermission()) !== 'granted') return false;
  await (await manager.getSubscription())?.unsubscribe(); // it may have been made with another key
  const made = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await api.addSubscription(made.toJSON(), currentLanguage());
  return true;
}

export async function unsubscribe(): Promise<void> {
  const found = await findSubscription();
  if (!found) return;
  await api.endSubscription(found.endpoint);
  await found.unsubscribe();
}

/** Tell the server about the subscription again: it belongs to a session, and ends with it. */
export async function renewSubscription(): Promise<void> {
  const found = await findSubscription();
  if (found && (await findPushKey())) await api.addSubscription(found.toJSON(), currentLanguage());
}

async function findSubscription(): Promise<PushSubscription | null> {
  return (await (await findManager())?.getSubscription()) ?? null;
}

async function findManager(): Promise<PushManager | undefined> {
  return (await navigator.serviceWorker?.getRegistration())?.pushManager;
}
