/** The review of a game, streamed by the server move by move. */
import { records } from '../../api/records';
import type { Verdict } from '../../api/schemas';
import { errorText, say, sayProblem } from '../../i18n/messages';

const SHOWN = 6; // moves of a variation in a sentence

export class ReviewState {
  verdicts = $state.raw<Verdict[]>([]);
  first = $state.raw<number[]>([]);
  /** The plies of the turning points. */
  turning = $state.raw<number[]>([]);
  moves = $state(0);
  status = $state<'none' | 'running' | 'done'>('none');
  failure = $state('');
  private ending: AbortController | null = null;

  constructor(private readonly text: string) {}

  async start(): Promise<void> {
    this.ending = new AbortController();
    const { signal } = this.ending;
    this.status = 'running';
    this.failure = '';
    this.verdicts = [];
    try {
      for await (const line of await records.review(this.text, signal)) {
        if (line.kind === 'begun') {
          this.first = line.chances;
          this.moves = line.moves;
        } else if (line.kind === 'judged') this.verdicts = [...this.verdicts, line];
        else if (line.kind === 'done') {
          this.turning = line.turning_points;
          this.status = 'done';
        } else this.failure = sayProblem(line.problem);
      }
    } catch (error) {
      if (!signal.aborted) this.failure = errorText(error);
    }
    if (this.status !== 'done') this.status = 'none';
  }

  stop(): void {
    this.ending?.abort();
  }

  verdictAt(ply: number): Verdict | undefined {
    return this.verdicts.find((verdict) => verdict.ply === ply);
  }
}

/** The verdict on a move in words; empty for a good move. */
export function sayVerdict({ reason, move, best, line, answer }: Verdict): string {
  if (!reason) return '';
  const words = (moves: string[]) => moves.slice(0, SHOWN).join(' ');
  return say(`search.review.${reason}`, { move, best, line: words(line), answer: words(answer) });
}
