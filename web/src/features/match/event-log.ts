/** Queries of a match's event log: who sits where, which moves stand, and events in words. */
import type { EventBody, MatchEvent, StoredSeat } from '../../api/schemas';

export interface PlayedMove {
  seat: number;
  ply: number;
  move: string;
  isByClock: boolean;
  /** The index of its round; a deal begins a round. */
  round: number;
}

/** The moves that stand, in order, without those taken back. */
export function standingMoves(events: readonly MatchEvent[]): PlayedMove[] {
  const moves: PlayedMove[] = [];
  let round = -1;
  for (const { body } of events) {
    if (body.kind === 'dealt') round += 1;
    else if (body.kind === 'played') {
      moves.push({
        seat: body.seat,
        ply: body.ply,
        move: body.move,
        isByClock: body.by === 'clock',
        round: Math.max(round, 0),
      });
    } else if (body.kind === 'taken_back') {
      while (moves.length && (moves.at(-1)?.ply ?? 0) >= body.ply) moves.pop();
      round = moves.at(-1)?.round ?? (round < 0 ? -1 : 0);
    }
  }
  return moves;
}

export type SeatedPlayer = Pick<StoredSeat, 'kind' | 'player' | 'name'>;

/** Who sits where now. */
export function seatedPlayers(events: readonly MatchEvent[]): SeatedPlayer[] {
  let seats: SeatedPlayer[] = [];
  for (const { body } of events) {
    if (body.kind === 'created')
      seats = body.seats.map((seat) => ({ kind: seat.kind, player: seat.player, name: seat.name }));
    else if (body.kind === 'joined' || body.kind === 'claimed')
      seats[body.seat] = { kind: 'person', player: body.player, name: body.name };
    else if (body.kind === 'opened') seats[body.seat] = { kind: 'open', player: '', name: '' };
    else if (body.kind === 'started') {
      const before = seats;
      seats = body.order.map((place) => before[place] ?? { kind: 'open', player: '', name: '' });
    } else if (body.kind === 'replaced') seats[body.seat] = { kind: 'computer', player: body.level, name: '' };
  }
  return seats;
}

/** The seats of a player: one, several at one screen, or none. */
export function seatsOf(events: readonly MatchEvent[], player: string): number[] {
  return seatedPlayers(events).flatMap((seat, place) =>
    seat.kind === 'person' && seat.player === player ? [place] : [],
  );
}

/** The commitment to the match's secret. */
export function commitmentIn(events: readonly MatchEvent[]): string {
  for (const { body } of events) if (body.kind === 'created') return body.commitment;
  return '';
}

/** The commitment to the secret of a rematch. */
export function nextCommitmentIn(events: readonly MatchEvent[]): string {
  for (const { body } of events) if (body.kind === 'revealed') return body.next_commitment;
  return '';
}

/** The message of an event: its code and values; null for those without one, and for moves and deals. */
export function describeEvent(
  body: EventBody,
  nameOf: (seat: number) => string,
): { code: string; values: Record<string, string | number> } | null {
  switch (body.kind) {
    case 'joined':
      return { code: 'page.event.joined', values: { name: body.name } };
    case 'offered':
      return { code: 'page.event.offered', values: { name: nameOf(body.seat), agreement: body.agreement } };
    case 'answered':
      return body.accepts
        ? null
        : { code: 'page.event.declined', values: { name: nameOf(body.seat), agreement: body.agreement } };
    case 'hinted':
    case 'resumed':
    case 'resigned':
    case 'replaced':
      return { code: `page.event.${body.kind}`, values: { name: nameOf(body.seat) } };
    case 'started':
    case 'opened':
    case 'paused':
    case 'rematched':
      return { code: `page.event.${body.kind}`, values: {} };
    default:
      return null;
  }
}
