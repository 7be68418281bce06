/** What those who listen to a match are told: each move so that it can be followed without the board. */
import type { MoveWords } from '../../../api/schemas';
import { spell } from '../../../board/labels';
import { has, listed, say, signed } from '../../../i18n/messages';
import type { Detail } from '../../../state/announcer.svelte';
import type { PlayedMove } from '../event-log';

/** How somebody wants to be told, and who sits where. */
export interface Listener {
  game: string;
  detail: Detail;
  isSpelled: boolean;
  nameOf: (seat: number) => string;
  isMine: (seat: number) => boolean;
}

export type HeardMove = Pick<PlayedMove, 'seat' | 'move'> & { isByClock?: boolean };

/** A move in sentences: what was played, what it led to, and what it gained. */
export function hearMove(played: HeardMove, words: MoveWords | undefined, listener: Listener): string {
  const { detail, isSpelled } = listener;
  const [first, ...ledTo] = words?.heard ?? [];
  const whose = whoseOf(played.seat, listener);
  const told = first ?? words;
  const move =
    !told || isSpelled || detail === 'brief'
      ? say('page.heard.move', { ...whose, move: isSpelled ? spell(played.move) : played.move })
      : say(told.code, { ...told.values, ...whose });
  return [
    ...(played.isByClock ? [say('page.heard.by_clock')] : []),
    move,
    ...ledTo.map(({ code, values }) => say(code, values)),
    ...hearGains(words?.gains ?? [], listener),
  ]
    .map((sentence) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(' ');
}

/** What each seat gained, and what for. */
function hearGains(gains: MoveWords['gains'], listener: Listener): string[] {
  const seats = [...new Set(gains.map(({ seat }) => seat))];
  return seats.map((seat) => {
    const own = gains.filter((gain) => gain.seat === seat);
    const sources = own.map(({ code, points }) => `${sourceOf(code, listener.game)} ${signed(points)}`);
    return say('page.heard.gain', {
      ...whoseOf(seat, listener),
      points: signed(own.reduce((sum, gain) => sum + gain.points, 0)),
      sources: listener.detail === 'brief' || own.length < 2 ? 'none' : listed(sources),
    });
  });
}

function sourceOf(code: string, game: string): string {
  const message = `${game}.points.${code}`;
  return has(message) ? say(message) : code;
}

/** Points of all seats. */
export function hearScores(scores: readonly number[], listener: Listener): string {
  return listed(
    scores.map((score, seat) =>
      say('page.heard.score', { ...whoseOf(seat, listener), score: signed(score).replace('+', '') }),
    ),
  );
}

function whoseOf(seat: number, { nameOf, isMine }: Listener): { who: string; name: string } {
  return { who: isMine(seat) ? 'you' : 'other', name: nameOf(seat) };
}
