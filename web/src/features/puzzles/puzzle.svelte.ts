/** The state of one puzzle: its position, the answer so far, and what is shown on the board. */
import { positions } from '../../api/positions';
import { puzzles } from '../../api/puzzles';
import type { BoardState, Clicks, Problem, Puzzle, ShownPosition } from '../../api/schemas';
import { Pacer, type PacedMove } from '../../board/pacer.svelte';
import type { Proposed, Refused, Told } from '../../board/types';
import { capitalise, errorText, say, sayAtSpot } from '../../i18n/messages';
import { preferences } from '../../state/preferences.svelte';
import { journal } from './puzzle-journal';

const ANSWERED = 2; // moves of a refutation in words

export class PuzzleState {
  status = $state<'asked' | 'right' | 'wrong' | 'solved' | 'shown'>('asked');
  table = $state.raw<ShownPosition>()!;
  failure = $state('');
  /** What is said at a cell: a click that leads nowhere, or a wrong answer. */
  refusal = $state.raw<Refused | null>(null);
  /** The verdict in words. */
  told = $state.raw<Told | null>(null);
  /** Where the solution begins, after a hint. */
  hints = $state.raw<Proposed[] | null>(null);
  /** The rating after the first try, and what it changed. */
  rated = $state.raw<{ rating: number; change: number } | null>(null);
  readonly pacer = new Pacer(() => preferences);

  private moves: string[] = [];

  /** `day` is the day whose puzzle this is; null for the others. */
  constructor(
    readonly puzzle: Puzzle,
    readonly day: string | null = null,
  ) {
    this.begin();
  }

  readonly isOpen = $derived((this.status === 'asked' || this.status === 'right') && !this.pacer.show);

  /** Go back to the first position. */
  begin = (): void => {
    this.pacer.skip();
    this.table = this.puzzle.table;
    this.moves = [];
    this.status = 'asked';
    this.failure = '';
    this.refusal = this.told = null;
    this.hints = null;
  };

  /** Answer with a move; the other side's reply is shown after it. */
  play = async (move: string): Promise<boolean> => {
    this.failure = await this.attempt(move);
    return !this.failure;
  };

  /** Answer with a move that was typed; returns why it was refused, which is said where it was typed. */
  attempt = async (move: string): Promise<string> => {
    try {
      const { position } = this.table;
      const judged = await puzzles.answer(this.puzzle, [...this.moves, move]);
      this.moves = [...this.moves, move];
      this.failure = '';
      this.refusal = null;
      this.hints = null;
      if (judged.is_solved) {
        this.table = judged.table;
        this.status = 'solved';
        this.told = { head: say('page.puzzle.solved'), line: '' };
        await this.finishFirstTry(true);
        journal.addSolved(this.puzzle.game, this.puzzle.id);
      } else if (judged.is_right) {
        const own = await this.after(position, [move]);
        this.showReply(own ?? judged.table, judged.table);
        this.status = 'right';
        this.told = { head: say('page.puzzle.right'), line: '' };
      } else {
        const { refutation, points, table } = judged;
        const reply = refutation.length ? await this.after(table.position, refutation.slice(0, 1)) : null;
        this.showReply(table, reply ?? table);
        this.status = 'wrong';
        this.told = { head: say('page.puzzle.wrong'), line: this.refute(move, refutation, points) };
        this.refusal = {
          cell: table.words?.cells[0] ?? '',
          what: this.told.head,
          why: this.told.line,
          link: '',
          isSaid: true,
        };
        await this.finishFirstTry(false);
      }
      return '';
    } catch (error) {
      return errorText(error);
    }
  };

  /** Play the solution on the board, move by move. */
  giveUp = async (): Promise<void> => {
    try {
      const line = await puzzles.solution(this.puzzle);
      await this.finishFirstTry(false);
      this.begin();
      const shown = await Promise.all(line.map((_, place) => this.afterSolution(line.slice(0, place + 1))));
      const start = this.puzzle.table;
      const moves = shown.map((each, place) => this.paced(each, shown[place - 1]?.to_move ?? start.to_move));
      this.table = shown.at(-1) ?? start;
      this.status = 'shown';
      this.told = { head: say('page.puzzle.solution'), line: line.join(' ') };
      this.pacer.replay(moves, start.board);
    } catch (error) {
      this.failure = errorText(error);
    }
  };

  /** Mark the first click of the solution; the first try is then over. */
  hint = async (): Promise<void> => {
    try {
      const { kind, name } = await puzzles.hint(this.puzzle);
      await this.finishFirstTry(false);
      this.begin();
      this.hints = [{ clicks: [name], chance: 1, label: say('page.puzzle.here') }];
      this.told = { head: say('page.puzzle.hint'), line: say('page.puzzle.begin_with', { kind, name }) };
    } catch (error) {
      this.failure = errorText(error);
    }
  };

  clicks = (path: string[], whole = false): Promise<Clicks> => positions.clicks(this.place, path, whole);

  /** The board after a move, without the marks of an ending: they would answer before the move is played. */
  preview = async (move: string): Promise<BoardState | null> => {
    const shown = await this.after(this.table.position, [move]);
    return shown && { ...shown.board, ending: [] };
  };

  why = async (path: string[]): Promise<void> => {
    try {
      this.refuse(await positions.why(this.place, path), path);
    } catch (error) {
      this.failure = errorText(error);
    }
  };

  private async finishFirstTry(isSolved: boolean): Promise<void> {
    const change = await journal.finishFirstTry(this.puzzle, isSolved, this.day);
    const rating = journal.ratingOf(this.puzzle.game)?.rating;
    if (change !== null && rating !== undefined) this.rated = { rating: Math.round(rating), change };
  }

  private get place(): { position: string; moves: string[] } {
    return { position: this.table.position, moves: [] };
  }

  /** The position after moves; null where that would show what is hidden. */
  private async after(position: string, moves: string[]): Promise<ShownPosition | null> {
    if (this.table.frame.is_hidden) return null;
    return positions.show({ position, moves }).catch(() => null);
  }

  private async afterSolution(moves: string[]): Promise<ShownPosition> {
    const shown = await this.after(this.puzzle.table.position, moves);
    return shown ?? (await puzzles.answer(this.puzzle, moves)).table;
  }

  private showReply(own: ShownPosition, reply: ShownPosition): void {
    this.table = reply;
    if (reply !== own) this.pacer.replay([this.paced(reply, own.to_move)], own.board);
  }

  private paced({ board, words, last }: ShownPosition, seat: number | null): PacedMove {
    const name = capitalise(say(`${this.puzzle.game}.seat.${seat ?? this.puzzle.seat}`));
    return {
      board,
      seat,
      words: words ? say(words.code, { ...words.values, name, who: 'other' }) : last,
    };
  }

  private refute(move: string, line: string[], points: number): string {
    if (this.puzzle.goal === 'points') return say('page.puzzle.fewer', { move, points });
    return line.length ? say('page.puzzle.refuted', { move, line: line.slice(0, ANSWERED).join(' ') }) : '';
  }

  private refuse(problem: Problem, path: string[]): void {
    this.refusal = sayAtSpot(this.puzzle.game, path, problem);
  }
}
