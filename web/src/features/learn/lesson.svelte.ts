/** The state of one step: its position, what was tried, and what is said about it. */
import { positions } from '../../api/positions';
import type { BoardState, Clicks, LessonStep, Problem, ShownPosition } from '../../api/schemas';
import { Pacer, type PacedMove } from '../../board/pacer.svelte';
import { capitalise, problemOf, say, sayAtSpot, sayProblem } from '../../i18n/messages';
import { preferences } from '../../state/preferences.svelte';
import { missOf } from './lessons';

/** What is said about a try: a short heading, why, and the address of the rule. */
export interface Feedback {
  isRight: boolean;
  what: string;
  why: string;
  link: string;
}

export class LessonState {
  shown = $state.raw<ShownPosition | null>(null);
  isDone = $state(false);
  feedback = $state.raw<Feedback | null>(null);
  /** The cell or piece that was refused. */
  refused = $state('');
  /** The answers that were tried. */
  tried = $state.raw<string[]>([]);
  /** Whether a wrong move is shown; it stays until the step begins again. */
  isMissed = $state(false);
  /** How many moves are still to be made after the first. */
  left = $state(0);
  /** The seat whose view is shown; it does not change after a move. */
  seat = $state<number | null>(null);
  readonly pacer = new Pacer(() => preferences);

  private first: ShownPosition | null = null;

  constructor(
    readonly game: string,
    readonly step: LessonStep,
    private readonly ondone: () => void = () => {},
  ) {}

  get isOpen(): boolean {
    return !this.isDone && !this.isMissed && !this.pacer.show && !this.step.answers.length;
  }

  /** Whether there is something to take back. */
  get isTouched(): boolean {
    return this.isDone || this.isFurther || this.feedback !== null;
  }

  /** Whether the first move is made, and others follow. */
  get isFurther(): boolean {
    return this.left < this.step.further;
  }

  async load(): Promise<void> {
    this.first = await positions.show({ position: this.step.position, moves: [] });
    this.seat = this.step.seat ?? this.first.to_move;
    this.begin();
  }

  /** Go back to the first position. */
  begin = (): void => {
    this.pacer.skip();
    this.shown = this.first;
    this.isDone = false;
    this.isMissed = false;
    this.left = this.step.further;
    this.feedback = null;
    this.refused = '';
    this.tried = [];
  };

  /** A message of this step. */
  told(part: string): string {
    return say(`${this.game}.lesson.${this.step.id}.${part}`);
  }

  /** Try a legal move; one that was not asked for is shown with what is said about it. */
  play = async (move: string): Promise<boolean> => {
    if (this.isDone) return false;
    this.forget();
    const miss = this.isFurther ? null : this.step.clicks.length ? 'legal' : missOf(this.step, move);
    try {
      const after = await this.after([move]);
      if (miss !== null) {
        this.shown = after;
        this.isMissed = true;
        this.fail(miss === 'legal' ? say('page.learn.legal') : this.told(miss));
        return true;
      }
      if (this.left) {
        this.shown = after;
        this.left -= 1;
        return true;
      }
      const replies = await Promise.all(
        this.step.replies.map((_, place) => this.after([move, ...this.step.replies.slice(0, place + 1)])),
      );
      const movers = [after, ...replies].map(({ to_move }) => to_move);
      this.shown = replies.at(-1) ?? after;
      this.finish(say('page.learn.right'), this.told('done'));
      this.pacer.replay(
        replies.map((each, place) => this.paced(each, movers[place] ?? null)),
        after.board,
      );
      return true;
    } catch (error) {
      this.fail(sayProblem(problemOf(error)));
      return false;
    }
  };

  answer = (code: string): void => {
    this.forget();
    this.tried = [...this.tried, code];
    if (code === this.step.right) this.finish(say('page.learn.right'), this.told('done'));
    else this.fail(this.told(`miss.${code}`));
  };

  /** Explain clicks that lead to no legal move; some steps ask for them. */
  why = async (path: string[]): Promise<void> => {
    if (this.isDone) return;
    this.forget();
    let problem: Problem;
    try {
      problem = await positions.why(this.place, path);
    } catch (error) {
      problem = problemOf(error);
    }
    const { cell, what, why, link } = sayAtSpot(this.game, path, problem);
    this.refused = cell;
    if (this.step.refused && problem.code === this.step.refused) {
      this.finish(what, [why, this.told('done')].join(' ').trim(), link);
    } else this.feedback = { isRight: false, what, why, link };
  };

  forget = (): void => {
    if (this.isDone) return;
    this.feedback = null;
    this.refused = '';
  };

  clicks = (path: string[], whole = false): Promise<Clicks> => positions.clicks(this.place, path, whole);

  preview = async (move: string): Promise<BoardState | null> => {
    try {
      return (await this.after([move])).board;
    } catch {
      return null; // optional
    }
  };

  private get place(): { position: string; moves: string[] } {
    return { position: this.shown?.position ?? this.step.position, moves: [] };
  }

  private after(moves: string[]): Promise<ShownPosition> {
    return positions.show({ ...this.place, moves });
  }

  private paced({ board, words, last }: ShownPosition, seat: number | null): PacedMove {
    const name = capitalise(say(`${this.game}.seat.${seat ?? 0}`));
    return { board, seat, words: words ? say(words.code, { ...words.values, name, who: 'other' }) : last };
  }

  private finish(what: string, why: string, link = ''): void {
    this.feedback = { isRight: true, what, why, link };
    this.isDone = true;
    this.ondone();
  }

  private fail(why: string): void {
    const link = this.step.rule ? `/learn/${this.game}#${this.step.rule}` : '';
    this.feedback = { isRight: false, what: '', why, link };
  }
}
