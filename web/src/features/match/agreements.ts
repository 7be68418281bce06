/** Offers and answers of a seat: draw, taking back, pause, rematch, a computer in an empty seat. */
import type { Agreement, Table } from '../../api/schemas';
import { games } from '../../state/games.svelte';
import { BOARD, focusSoon } from '../../state/focus';
import { commitments } from '../fairness/commit-reveal';
import { usualLevel } from '../setup/setup';
import type { MatchState } from './match.svelte';

/** Where to look after an offer: the board, or what is asked then. */
const NEXT = { takeback: BOARD, draw: BOARD, replace: BOARD, pause: ['.question .main'] };
const AGREED = { ...NEXT, draw: ['.outcome h2'] };

/** What the user may offer now. */
export function mayOffer(match: MatchState, table: Table): Agreement[] {
  if (!match.mySeats.length) return [];
  const asked = new Set(table.questions.map((question) => question.agreement));
  return possible(match, table).filter((agreement) => !asked.has(agreement));
}

function possible(match: MatchState, table: Table): Agreement[] {
  if (table.status === 'over') return table.following ? [] : ['rematch'];
  if (table.status !== 'running') return [];
  const hasComputer = table.seats.some((seat) => seat.kind === 'computer');
  const hasMoved = match.moves.some((move) => match.mySeats.includes(move.seat));
  const offers: Agreement[] = hasMoved && !match.frame?.is_hidden ? ['takeback'] : [];
  return [...offers, 'pause', ...(hasComputer ? [] : (['draw'] as const))];
}

export function offer(match: MatchState, agreement: Agreement, about?: number): void {
  const replacing = about === undefined ? {} : { about, level: usualLevel(games.shelf.levels) };
  void match.command({ kind: 'offer', agreement, ...replacing, ...contribution(match, agreement) });
  if (agreement !== 'rematch') void focusSoon(...NEXT[agreement]);
}

export function answer(match: MatchState, agreement: Agreement, accepts: boolean): void {
  const answered = match.command({
    kind: 'answer',
    agreement,
    accepts,
    ...(accepts ? contribution(match, agreement) : {}),
  });
  if (agreement === 'rematch') return;
  void answered.then(() => focusSoon(...(accepts ? AGREED[agreement] : BOARD))); // the question is gone
}

/** Each player contributes again to the secret of a rematch. */
function contribution(match: MatchState, agreement: Agreement): { part?: string } {
  return agreement === 'rematch' ? { part: commitments.contribute(match.nextCommitment) } : {};
}
