/**
 * A score pad for a game with real tiles: the turns entered, and the scores that follow.
 * The game defines bonuses, penalties and the goal; here they are only added up.
 */

/** A part of a turn's points: a tile, a bonus or a penalty. */
export interface Part {
  kind: string;
  points: number;
}

export const TILE = 'tile';

export interface Turn {
  seat: number;
  parts: Part[];
}

/** The end of a round: who went out, or null if blocked; and the points left in each hand. */
export interface End {
  out: number | null;
  hands: number[];
}

export interface Round {
  turns: Turn[];
  end: End | null;
}

/** A match up to a target or for a number of rounds. The last round is the current one. */
export interface Pad {
  players: string[];
  target: number | null;
  limit: number | null;
  rounds: Round[];
}

export interface Standing {
  totals: number[];
  /** The seats with the most points; empty at the start. */
  leaders: number[];
  isOver: boolean;
  /** The winner; null during the match and after a draw. */
  winner: number | null;
}

export function newPad(players: string[], goal: { target?: number; limit?: number }): Pad {
  return { players, target: goal.target ?? null, limit: goal.limit ?? null, rounds: [{ turns: [], end: null }] };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

export function pointsOf(turn: Turn): number {
  return sum(turn.parts.map((part) => part.points));
}

/**
 * The points of each seat at the end of a round: who went out gets all that is left in the other hands (F8).
 * If blocked, the single lowest hand gets what the others hold less its own; a tie for the lowest gets nothing (R7).
 */
export function pointsOfEnd({ out, hands }: End): number[] {
  const all = sum(hands);
  const lowest = Math.min(...hands);
  const isTied = hands.filter((hand) => hand === lowest).length > 1;
  const getter = out ?? (isTied ? null : hands.indexOf(lowest));
  return hands.map((hand, seat) => (seat === getter ? all - hand - (out === null ? hand : 0) : 0));
}

/** The points of each seat in a round so far. */
export function pointsOfRound(round: Round, seats: number): number[] {
  const points = Array.from({ length: seats }, () => 0);
  for (const turn of round.turns) points[turn.seat]! += pointsOf(turn);
  return round.end ? points.map((made, seat) => made + (pointsOfEnd(round.end!)[seat] ?? 0)) : points;
}

export function standingOf(pad: Pad): Standing {
  const totals = pad.players.map(() => 0);
  let first: number | null = null; // the first seat to reach the target
  const add = (seat: number, points: number) => {
    totals[seat]! += points;
    if (first === null && pad.target !== null && totals[seat]! >= pad.target) first = seat;
  };
  for (const round of pad.rounds) {
    for (const turn of round.turns) add(turn.seat, pointsOf(turn));
    if (round.end) pointsOfEnd(round.end).forEach((points, seat) => add(seat, points));
  }
  const most = Math.max(...totals);
  const hasBegun = pad.rounds.some((round) => round.turns.length || round.end);
  const leaders = hasBegun ? totals.flatMap((total, seat) => (total === most ? [seat] : [])) : [];
  const isPlayed = pad.limit !== null && pad.rounds.filter((round) => round.end).length >= pad.limit;
  const winner = first ?? (isPlayed && leaders.length === 1 ? leaders[0]! : null);
  return { totals, leaders, isOver: first !== null || isPlayed, winner };
}

/** The next seat, assuming turns in order. */
export function nextSeat(pad: Pad): number {
  const last = pad.rounds.at(-1)?.turns.at(-1);
  return last ? (last.seat + 1) % pad.players.length : 0;
}

function withLast(pad: Pad, change: (round: Round) => Round): Pad {
  return {
    ...pad,
    rounds: pad.rounds.map((round, place) => (place === pad.rounds.length - 1 ? change(round) : round)),
  };
}

export function addTurn(pad: Pad, turn: Turn): Pad {
  return withLast(pad, (round) => ({ ...round, turns: [...round.turns, turn] }));
}

/** End the round, and begin the next one unless the match is over. */
export function endRound(pad: Pad, end: End): Pad {
  const ended = withLast(pad, (round) => ({ ...round, end }));
  return standingOf(ended).isOver ? ended : { ...ended, rounds: [...ended.rounds, { turns: [], end: null }] };
}

export function canUndo(pad: Pad): boolean {
  return pad.rounds.length > 1 || pad.rounds[0]!.turns.length > 0 || pad.rounds[0]!.end !== null;
}

/** Undo the last entry: a turn, or the end of a round. */
export function undo(pad: Pad): Pad {
  const last = pad.rounds.at(-1)!;
  if (last.end) return withLast(pad, (round) => ({ ...round, end: null }));
  if (last.turns.length) return withLast(pad, (round) => ({ ...round, turns: round.turns.slice(0, -1) }));
  if (pad.rounds.length === 1) return pad;
  return undo({ ...pad, rounds: pad.rounds.slice(0, -1) });
}

/** Replace a turn; null deletes it. */
export function changeTurn(pad: Pad, round: number, place: number, turn: Turn | null): Pad {
  const change = (turns: Turn[]) => turns.flatMap((old, at) => (at !== place ? [old] : turn ? [turn] : []));
  return {
    ...pad,
    rounds: pad.rounds.map((old, at) => (at === round ? { ...old, turns: change(old.turns) } : old)),
  };
}

const isPoints = (value: unknown): value is number => Number.isSafeInteger(value);
const isSeat = (value: unknown, seats: number): value is number => isPoints(value) && value >= 0 && value < seats;

/** Read a stored pad; null if it is not valid. */
export function readPad(text: string | null): Pad | null {
  try {
    const pad = JSON.parse(text ?? 'null') as Pad | null;
    const seats = pad?.players.length ?? 0;
    const isWhole =
      pad !== null &&
      seats > 1 &&
      pad.players.every((name) => typeof name === 'string') &&
      [pad.target, pad.limit].every((goal) => goal === null || isPoints(goal)) &&
      pad.rounds.length > 0 &&
      pad.rounds.every(
        ({ turns, end }) =>
          turns.every(
            (turn) =>
              isSeat(turn.seat, seats) &&
              turn.parts.every((part) => isPoints(part.points) && typeof part.kind === 'string'),
          ) &&
          (end === null ||
            ((end.out === null || isSeat(end.out, seats)) && end.hands.length === seats && end.hands.every(isPoints))),
      );
    return isWhole ? pad : null;
  } catch {
    return null; // not written by this page
  }
}

/** The pad as a text table. */
export function asText(pad: Pad, words: { round: string; total: string }): string {
  const rows = [
    [words.round, ...pad.players],
    ...pad.rounds
      .map((round, place) => [String(place + 1), ...pointsOfRound(round, pad.players.length).map(String)])
      .filter((_, place) => pad.rounds[place]!.turns.length || pad.rounds[place]!.end),
    [words.total, ...standingOf(pad).totals.map(String)],
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row.map((cell, column) => (column ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!))).join('  '),
    )
    .join('\n');
}
