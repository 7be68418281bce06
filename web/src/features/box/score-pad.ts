/**
 * A score pad for people who play with real tiles: what was written down, and what follows from it.
 * What bonuses, penalties and the goal are worth is said by the game; here it is only added up.
 */

/** What is put together to the points of a turn: a tile, or something that the game gives or takes points for. */
export interface Part {
  kind: string;
  points: number;
}

export const TILE = 'tile';

export interface Turn {
  seat: number;
  parts: Part[];
}

/** How a round ended: who went out, or nobody where the table was blocked; and the numbers left in each hand. */
export interface End {
  out: number | null;
  hands: number[];
}

export interface Round {
  turns: Turn[];
  end: End | null;
}

/** A match: up to so many points, or for so many rounds. The last round is the one that is being played. */
export interface Pad {
  players: string[];
  target: number | null;
  limit: number | null;
  rounds: Round[];
}

export interface Standing {
  totals: number[];
  /** Who has most points; nobody before anything was written. */
  leaders: number[];
  isOver: boolean;
  /** Who has won; nobody while it goes on, and nobody after a draw. */
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
 * What each seat gets when a round is over: who went out gets all that is left in the other hands (F8); at a blocked
 * table the one lowest hand gets what the others hold less what it holds itself, and nobody does where two are lowest (R7).
 */
export function pointsOfEnd({ out, hands }: End): number[] {
  const all = sum(hands);
  const lowest = Math.min(...hands);
  const isTied = hands.filter((hand) => hand === lowest).length > 1;
  const getter = out ?? (isTied ? null : hands.indexOf(lowest));
  return hands.map((hand, seat) => (seat === getter ? all - hand - (out === null ? hand : 0) : 0));
}

/** What each seat made in a round, so far. */
export function pointsOfRound(round: Round, seats: number): number[] {
  const points = Array.from({ length: seats }, () => 0);
  for (const turn of round.turns) points[turn.seat]! += pointsOf(turn);
  return round.end ? points.map((made, seat) => made + (pointsOfEnd(round.end!)[seat] ?? 0)) : points;
}

export function standingOf(pad: Pad): Standing {
  const totals = pad.players.map(() => 0);
  let first: number | null = null; // who came to the target
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

/** Whose turn it is likely to be: the one behind who played last. */
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

/** Write down how the round ended, and begin the next one unless the match is over. */
export function endRound(pad: Pad, end: End): Pad {
  const ended = withLast(pad, (round) => ({ ...round, end }));
  return standingOf(ended).isOver ? ended : { ...ended, rounds: [...ended.rounds, { turns: [], end: null }] };
}

export function canUndo(pad: Pad): boolean {
  return pad.rounds.length > 1 || pad.rounds[0]!.turns.length > 0 || pad.rounds[0]!.end !== null;
}

/** Take back what was written last: a turn, or the end of a round. */
export function undo(pad: Pad): Pad {
  const last = pad.rounds.at(-1)!;
  if (last.end) return withLast(pad, (round) => ({ ...round, end: null }));
  if (last.turns.length) return withLast(pad, (round) => ({ ...round, turns: round.turns.slice(0, -1) }));
  if (pad.rounds.length === 1) return pad;
  return undo({ ...pad, rounds: pad.rounds.slice(0, -1) });
}

/** Put another turn in the place of one; none takes it away. */
export function changeTurn(pad: Pad, round: number, place: number, turn: Turn | null): Pad {
  const change = (turns: Turn[]) => turns.flatMap((old, at) => (at !== place ? [old] : turn ? [turn] : []));
  return {
    ...pad,
    rounds: pad.rounds.map((old, at) => (at === round ? { ...old, turns: change(old.turns) } : old)),
  };
}

const isPoints = (value: unknown): value is number => Number.isSafeInteger(value);
const isSeat = (value: unknown, seats: number): value is number => isPoints(value) && value >= 0 && value < seats;

/** Read what was kept in the browser; nothing where it is not whole. */
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
    return null; // it was not ours
  }
}

/** The pad as lines of text: names, rounds, totals, in columns. */
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
