/** A match of a list in words: opponents, what it waits for, how it ended. */
import type { ListedMatch } from '../../api/schemas';
import { currentLanguage, has, say, sayReason } from '../../i18n/messages';
import { games } from '../../state/games.svelte';

const MINUTE = 60_000; // milliseconds

/** The name of a seat: of a person or a bot, of a computer in the user's language, or what an open seat is called. */
export function nameOf(seat: ListedMatch['seats'][number] | undefined): string {
  if (!seat?.name) return seat ? say(`page.seat.${seat.kind}`) : '';
  return seat.kind === 'computer' ? games.computerName(seat.name) : markBot(seat.name, seat.account === 'bot');
}

/** A name; that of a bot says so. */
export function markBot(name: string, isBot: boolean): string {
  return isBot ? `${name} (${say('page.seat.bot')})` : name;
}

/** The names at the other seats, or at all where the match is not the user's. */
export function opponentsOf({ seats, mine }: ListedMatch): string {
  const others = seats.filter((seat, place) => seat.kind !== 'open' && !mine.includes(place));
  if (!others.length && mine.length) return '';
  const names = (others.length ? others : seats).map(nameOf);
  const list = new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(names);
  return others.length && mine.length ? say('page.mine.with', { names: list }) : list;
}

/** Why a match ended, in short words. */
export function reasonOf({ game, outcome }: ListedMatch): string {
  if (!outcome) return '';
  if (outcome.code === 'resign') return say('page.mine.resigned');
  const own = `${game}.end.${outcome.code}`;
  return has(own) ? say(own) : sayReason(game, outcome.code);
}

/** How long ago, in words. */
export function ago(moment: number, now = Date.now()): string {
  const words = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto', style: 'long' });
  const minutes = Math.max(0, Math.round((now - moment) / MINUTE));
  if (!minutes) return say('page.mine.now');
  if (minutes < 60) return words.format(-minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 24 ? words.format(-hours, 'hour') : words.format(-Math.round(hours / 24), 'day');
}

/** How long until then, in words. */
export function until(moment: number, now = Date.now()): string {
  const minutes = Math.max(1, Math.round((moment - now) / MINUTE));
  if (minutes < 120) return say('page.mine.left', { unit: 'minutes', count: minutes });
  const hours = Math.round(minutes / 60);
  return hours < 48
    ? say('page.mine.left', { unit: 'hours', count: hours })
    : say('page.mine.left', { unit: 'days', count: Math.floor(hours / 24) });
}
