/** Notifications from all of the user's matches: turns and challenges. */
import { api } from '../api/client';
import type { UserNotification } from '../api/schemas';
import { say } from '../i18n/messages';
import { games } from './games.svelte';
import { preferences } from './preferences.svelte';
import { router } from './router.svelte';
import { guest } from './session.svelte';

const FIRST_WAIT = 2_000; // milliseconds before the first retry
const LONGEST_WAIT = 60_000;

class NewsState {
  /** The matches where it is the user's turn, except the open one. */
  readonly waiting = $derived.by(() => this.due.filter((match) => match !== this.shown));
  private due = $state.raw<string[]>([]);
  private readonly shown = $derived(router.route.page === 'match' ? router.route.match : '');

  /** Connect if there is a session; returns a function that disconnects. */
  start(): () => void {
    const who = guest.session?.id;
    if (!who) return () => undefined;
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

  take(news: UserNotification): void {
    const others = this.due.filter((match) => match !== news.match);
    if (news.kind === 'turn') this.due = [...others, news.match];
    else if (news.kind === 'ended' || news.kind === 'moved') this.due = others;
    if (news.match === this.shown || !document.hidden || !preferences.notify) return;
    const game = games.nameOf(news.game);
    if (news.kind === 'turn') new Notification(say('page.news.turn', { game }), { tag: news.match });
    if (news.kind === 'challenge') {
      new Notification(say('page.news.challenge', { game, name: news.name }), { tag: news.match });
    }
  }
}

export const news = new NewsState();
