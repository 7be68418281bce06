/** Notifications from all of the user's matches: turns and challenges. */
import { api } from '../api/client';
import type { UserNotification } from '../api/schemas';
import { say } from '../i18n/messages';
import { games } from './games.svelte';
import { preferences } from './preferences.svelte';
import { router } from './router.svelte';
import { session } from './session.svelte';

const FIRST_WAIT = 2_000; // milliseconds before the first retry
const LONGEST_WAIT = 60_000;

class NotificationState {
  /** The matches where it is the user's turn, except the open one. */
  readonly waiting = $derived.by(() => this.due.filter((match) => match !== this.shown));
  private due = $state.raw<string[]>([]);
  private readonly shown = $derived(router.route.page === 'match' ? router.route.match : '');

  /** Connect if there is a session; returns a function that disconnects. */
  start(): () => void {
    const who = session.user?.id;
    if (!who) return () => undefined;
    void renewPush();
    let socket: WebSocket | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wait = FIRST_WAIT;
    const open = () => {
      socket = new WebSocket(api.notifications());
      this.due = [];
      socket.onmessage = (event) => {
        wait = FIRST_WAIT;
        this.take(JSON.parse(String(event.data)) as UserNotification);
      };
      socket.onclose = () => {
        timer = setTimeout(open, wait);
        wait = Math.min(wait * 2, LONGEST_WAIT);
      };
    };
    open();
    return () => {
      clearTimeout(timer);
      if (socket) socket.onclose = null;
      socket?.close();
      this.due = [];
    };
  }

  take(notification: UserNotification): void {
    const others = this.due.filter((match) => match !== notification.match);
    if (notification.kind === 'turn') this.due = [...others, notification.match];
    else if (notification.kind === 'ended' || notification.kind === 'moved') this.due = others;
    if (notification.match === this.shown || !document.hidden || !preferences.notify) return;
    const game = games.nameOf(notification.game);
    if (notification.kind === 'turn') new Notification(say('page.news.turn', { game }), { tag: notification.match });
    if (notification.kind === 'challenge') {
      new Notification(say('page.news.challenge', { game, name: notification.name }), { tag: notification.match });
    }
  }
}

/** Push messages follow the user who is logged in. */
async function renewPush(): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const { renewSubscription } = await import('../offline/push');
  await renewSubscription().catch(() => undefined);
}

export const notifications = new NotificationState();
