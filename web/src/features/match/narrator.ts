/** Tells those who listen what happens in a match. */
import type { EventBody, MatchEvent, Table } from '../../api/schemas';
import { pieceName } from '../../board/labels';
import { has, say, sayProblem, sayReason } from '../../i18n/messages';
import { announcer, type Detail } from '../../state/announcer.svelte';
import { preferences } from '../../state/preferences.svelte';
import { describeEvent, type PlayedMove } from './event-log';
import { hearMove, hearScores, type Listener } from './moves/heard';
import type { MatchState } from './match.svelte';
import { describeHand } from './moves/board-questions';
import { firstTurnLeft } from './seats/clock';

/** How the user wants to be told of the moves. */
export function listenerOf({ table, symbols, nameOf, mySeats }: MatchState): Listener {
  return {
    game: table?.game ?? '',
    detail: preferences.detail,
    isSpelled: symbols?.is_spelled ?? false,
    nameOf,
    isMine: (seat) => mySeats.length === 1 && mySeats[0] === seat,
  };
}

/** A move for those who listen. */
export function hear(match: MatchState, played: PlayedMove): string {
  return hearMove(played, match.wordsOf(played.ply), listenerOf(match));
}

/** The points of all seats in words; empty where none are counted. */
export function hearPoints(match: MatchState): string {
  const { hasPoints, table } = match;
  return hasPoints && table ? say('page.heard.scores', { scores: hearScores(table.scores, listenerOf(match)) }) : '';
}

export class Narrator {
  /** Whether it was told how the match stands: then each event is told as it comes. */
  private isTold = false;

  constructor(private readonly match: MatchState) {}

  /** Tell how the match stands, once everything is there: who sits where, what was played, the own hand. */
  start(): void {
    const { table, isReady, frame, symbols, moves } = this.match;
    if (!table || table.status === 'open' || !isReady || !frame || !symbols || this.isTold) return;
    this.isTold = true;
    const { isMine, nameOf } = listenerOf(this.match);
    const { colourOf } = this.match;
    const mine = table.seats.findIndex((_, seat) => isMine(seat));
    const others = table.seats.flatMap((_, seat) => {
      const [name, colour] = [nameOf(seat), colourOf(seat)];
      if (isMine(seat)) return [];
      return [name === colour ? name : say('page.heard.seat', { name, seat: colour })]; // at one screen seats have no names
    });
    const count = { brief: 1, normal: 3, full: Infinity }[preferences.detail];
    const last = moves.slice(-count);
    announcer.say(
      [
        mine < 0 ? '' : say('page.heard.you', { seat: colourOf(mine) }),
        preferences.detail === 'brief' ? '' : say('page.heard.others', { names: others.join('; ') }),
      ].join(' '),
    );
    if (this.match.isUnrated) announcer.say(say('page.event.unrated'));
    this.tellHand();
    if (last.length) announcer.say(say('page.heard.played', { count: moves.length, told: last.length }));
    for (const played of last) announcer.say(hear(this.match, played));
    if (moves.length) announcer.say(hearPoints(this.match));
    this.tellEnd();
    this.tellTurn('normal');
  }

  /** Tell what has happened, in order; `standing` are the moves before. */
  take(events: readonly MatchEvent[], before: Table, standing: readonly PlayedMove[]): void {
    const { isMine, nameOf } = listenerOf(this.match);
    if (!this.isTold && this.match.table?.status !== 'open') {
      for (const { body } of events) if (body.kind === 'started') this.tellOther(body);
      return this.start();
    }
    let moves = [...standing];
    for (const { body } of events) {
      if (body.kind === 'played') {
        const played = { ...body, isByClock: body.by === 'clock', round: 0 };
        moves.push(played);
        announcer.say(hear(this.match, played));
      } else if (body.kind === 'taken_back') {
        const gone = moves.filter((move) => move.ply >= body.ply).reverse();
        moves = moves.filter((move) => move.ply < body.ply);
        const told = gone.map(({ seat, move }) =>
          say('page.heard.move', { name: nameOf(seat), who: isMine(seat) ? 'you' : 'other', move }),
        );
        announcer.say(say('page.heard.taken_back', { count: gone.length, moves: told.join('; ') }));
      } else if (body.kind === 'ended') this.tellEnd();
      else if (body.kind === 'dealt')
        announcer.say(
          `${say('page.heard.dealt', { number: this.match.table?.rounds.length ?? 0 })} ${hearPoints(this.match)}`,
        );
      else this.tellOther(body);
    }
    const isDealt = events.some(({ body }) => body.kind === 'dealt');
    if (isDealt) this.tellHand();
    else this.tellDrawn(before);
    if (events.some(({ body }) => body.kind === 'played')) announcer.say(hearPoints(this.match), 'full');
    const isOfTurn = events.some(({ body }) =>
      ['played', 'taken_back', 'dealt', 'started', 'resumed'].includes(body.kind),
    );
    if (isOfTurn) this.tellTurn();
  }

  private tellOther(body: EventBody): void {
    const message = describeEvent(body, this.match.nameOf);
    if (message) announcer.say(say(message.code, message.values));
  }

  private tellHand(): void {
    const { table, symbols, isCovered, mySeats, frame } = this.match;
    if (!table?.board || !symbols || isCovered || table.status !== 'running') return;
    if (mySeats.length !== 1 || !frame?.is_hidden) return;
    announcer.say(describeHand({ board: table.board, seat: table.seat, names: symbols.names, say }), 'normal');
  }

  /** Tell what is new in the own hand: only its owner knows. */
  private tellDrawn({ board }: Table): void {
    const { table, symbols, frame, mySeats } = this.match;
    if (!board || !table?.board || !symbols || !frame?.is_hidden || mySeats.length !== 1) return;
    const [held, now] = [board, table.board].map(
      (each) => each.hands.find(({ seat }) => seat === table.seat)?.items ?? [],
    );
    const known = new Set(held!.map((item) => item.click));
    const drawn = now!
      .filter((item) => item.click && !known.has(item.click))
      .map((item) => pieceName(symbols.names, item));
    if (drawn.length) announcer.say(say('page.heard.drew', { tiles: drawn.join('; ') }));
  }

  /** Tell whose turn it is, that of others only to those who want to hear so much; and what a rule or the game asks. */
  private tellTurn(least: Detail = 'full'): void {
    const { table, isMyTurn, mySeats, nameOf } = this.match;
    if (!table || table.status !== 'running' || table.to_move === null) return;
    if (!isMyTurn) return announcer.say(say('page.turn.theirs', { name: nameOf(table.to_move) }), least);
    const { prompt, notice } = table;
    const name = mySeats.length > 1 ? say('page.turn.theirs', { name: nameOf(table.to_move) }) : say('page.turn.yours');
    announcer.say(name);
    const first = firstTurnLeft(table.clock, table.to_move, performance.now() - this.match.received);
    if (first !== null) announcer.say(say('page.heard.first_turn', { seconds: Math.ceil(first / 1000) }));
    if (prompt)
      announcer.say(
        [`${prompt.code}.head`, prompt.code]
          .filter(has)
          .map((code) => say(code, prompt.values))
          .join('. '),
        'normal',
      );
    if (notice) announcer.say(sayProblem(notice));
  }

  private tellEnd(): void {
    const { table, result } = this.match;
    if (!table?.outcome) return;
    announcer.say([`${result}.`, sayReason(table.game, table.outcome.code), hearPoints(this.match)].join(' '));
  }
}
