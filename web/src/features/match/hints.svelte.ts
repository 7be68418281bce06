/** Hints at the table, where they are allowed: good moves on request, and the chances all along. */
import { api } from '../../api/client';
import type { Analysis, Line } from '../../api/schemas';
import { errorText } from '../../i18n/messages';
import { preferences } from '../../state/preferences.svelte';
import type { MatchState } from './match.svelte';

export class HintState {
  analysis = $state.raw<Analysis | null>(null);
  /** Which of the best moves is shown; null as long as nobody asked. */
  place = $state<number | null>(null);
  isBusy = $state(false);
  failure = $state('');
  /** The position of the analysis. */
  private known = $state('');

  constructor(private readonly match: MatchState) {}

  /** The position as its board shows it: brief messages leave its text out. */
  private get position(): string {
    return JSON.stringify(this.match.table?.board ?? '');
  }

  /** The move that is shown on the board. */
  get shown(): Line | null {
    if (this.place === null || this.known !== this.position || !this.match.isMyTurn || this.match.pacer.show)
      return null;
    return this.analysis?.lines[this.place] ?? null;
  }

  /** Follow the match: a new position makes hints obsolete, and chances are fetched where they are wanted. */
  follow(): void {
    if (this.known === this.position) return;
    this.place = null;
    this.failure = '';
    if (preferences.chances && this.match.isMyTurn && this.match.table?.has_hints) void this.find();
  }

  /** Show the best move; asked again, the next best one. */
  ask = async (): Promise<void> => {
    if (this.shown) {
      this.place = ((this.place ?? 0) + 1) % (this.analysis?.lines.length ?? 1);
      return;
    }
    if (this.known !== this.position) await this.find();
    if (this.known === this.position) this.place = 0;
  };

  clear = (): void => {
    this.place = null;
  };

  private async find(): Promise<void> {
    const { position } = this;
    this.isBusy = true;
    try {
      const found = await api.hint(this.match.id);
      if (position !== this.position) return;
      this.known = position;
      this.analysis = found;
    } catch (error) {
      if (position === this.position) this.failure = errorText(error);
    } finally {
      this.isBusy = false;
    }
  }
}
