/** The review of a game, streamed by the server move by move. */
import { records } from '../../api/records';
import type { Sentence, Verdict } from '../../api/schemas';
import { capitalise, errorText, say, sayProblem, type Values } from '../../i18n/messages';

const SHOWN = 6; // moves of a variation in a sentence
const ANSWERS = 2; // of them in an answer

export class ReviewState {
  verdicts = $state.raw<Verdict[]>([]);
  first = $state.raw<number[]>([]);
  /** The plies of the turning points. */
  turning = $state.raw<number[]>([]);
  /** The stories of the seats, and last that of watchers. */
  stories = $state.raw<Sentence[][]>([]);
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
    this.stories = [];
    try {
      for await (const line of await records.review(this.text, signal)) {
        if (line.kind === 'begun') {
          this.first = line.chances;
          this.moves = line.moves;
        } else if (line.kind === 'judged') this.verdicts = [...this.verdicts, line];
        else if (line.kind === 'done') {
          this.turning = line.turning_points;
          this.stories = line.stories;
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

  /** The story for the reader of a seat, or for watchers; empty until the review is done. */
  storyOf(seat: number | null): Sentence[] {
    return this.stories.at(seat ?? -1) ?? [];
  }

  verdictAt(ply: number): Verdict | undefined {
    return this.verdicts.find((verdict) => verdict.ply === ply);
  }
}

/** A sentence of a story, told to the reader of a seat or to a watcher. */
export function saySentence(
  { code, seat, values, merits, rival }: Sentence,
  names: string[],
  reader: number | null,
): string {
  const known: Values = { ...values };
  if (seat !== null) Object.assign(known, { who: seat === reader ? 'you' : 'other', name: names[seat] ?? '' });
  if (rival !== null)
    Object.assign(known, { rival_who: rival === reader ? 'you' : 'other', rival: names[rival] ?? '' });
  const [first = '', second] = merits.map((merit) => say(merit.code, { ...known, ...merit.values }));
  const merit = second ? say('search.merit.and', { first, second }) : first;
  return capitalise(say(code, { ...known, merit }));
}

/** The verdict on a move in words; empty for a good move. */
export function sayVerdict({ reason, move, best, line, answer, at_once }: Verdict): string {
  if (!reason) return '';
  return say(`search.review.${reason}`, {
    move,
    best,
    line: line.slice(0, SHOWN).join(' '),
    answer: answer.slice(0, ANSWERS).join(' '),
    once: at_once ? 'yes' : 'no',
  });
}
