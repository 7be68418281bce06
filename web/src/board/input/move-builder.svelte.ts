/** The state of entering a move: follows clicks, fetches missing branches, previews, and sends the move. */
import type { BoardState, Clicks, HandItem } from '../../api/schemas';
import { isChanged, lost } from '../drawing/motion';
import type { BoardProps, Laid } from '../types';
import * as movePath from './move-path';

type Props = Pick<
  BoardProps,
  'frame' | 'onmove' | 'onpath' | 'onpreview' | 'onwhy' | 'onclick' | 'onsound' | 'confirm'
>;

/** A pointer that only passes over a cell fetches no preview. */
const HOVER_MILLISECONDS = 60;
const NOTHING: Clicks = {};

export class MoveBuilder {
  choice = $state.raw(movePath.begin(NOTHING, new Map()));
  /** Whether it is this seat's turn, and no move is being sent. */
  isOpen = $state(false);
  /** The preview: the board after the move that is finished or hovered. */
  ahead = $state.raw<BoardState | null>(null);
  /** The cell under the pointer or the focus. */
  hovered = $state<string | null>(null);

  private board = $state.raw<BoardState | null>(null);

  readonly offer = $derived(movePath.offer(this.choice));
  readonly ready = $derived(movePath.ready(this.choice));
  readonly placed = $derived(movePath.placed(this.choice));
  readonly cells = $derived(movePath.cellsOf(this.choice));
  /** The items that the finished or hovered move would remove. */
  readonly lost = $derived(this.board && this.ahead ? lost(this.board, this.ahead, this.cells) : []);
  /** The pieces that the first click took up, the lowest first. */
  readonly lifted = $derived.by((): readonly string[] => {
    const [first] = this.choice.path;
    return (first?.kind === 'cell' && this.board?.lifts?.[first.name]) || [];
  });
  /** The cells that can be clicked, with those that stand for them. */
  readonly open = $derived.by((): ReadonlySet<string> => {
    const { cells } = this.offer;
    return new Set([...cells].flatMap((cell) => [cell, ...this.groupOf(cell)]));
  });
  /** Those of them that are still to be put down. */
  readonly carried = $derived(this.lifted.slice(Math.max(0, this.cells.length - 1)));
  /** Whether the pointer has left the cell that was clicked first. */
  readonly isAway = $derived(this.hovered !== null && this.hovered !== this.cells[0]);
  readonly isEmpty = $derived(!this.choice.path.length && !this.choice.early.length);

  /** The cells of the move sent last, and whether its pieces were put down one by one. */
  sent: readonly string[] = [];
  hasCarried = false;
  /** Whether the last click was a touch on a small cell. */
  isCoarse = false;

  private snapshot = '';
  /** Whether the whole tree was asked for; the server cuts it where there are very many moves. */
  private isWhole = false;
  private previews = new Map<string, Promise<BoardState | null>>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly props: () => Props) {}

  /** Take the current clicks. A message that does not change them keeps a half-entered move. */
  take(clicks: Clicks | null, seat: number | null, board: BoardState, items: readonly HandItem[]): void {
    const snapshot = JSON.stringify([clicks, seat, board.items, board.hands, board.well]);
    this.board = board;
    if (snapshot === this.snapshot) return;
    this.snapshot = snapshot;
    this.previews.clear();
    this.ahead = null;
    this.isWhole = false;
    const clickable = items.filter((item) => item.click).map((item) => [item.click, item] as const);
    this.choice = movePath.begin(clicks ?? NOTHING, new Map(clickable), this.choice.turned);
    this.isOpen = clicks !== null;
    void this.fetchMissing();
  }

  clickCell = (name: string): void => {
    this.follow(movePath.clickCell(this.choice, this.meant(name)));
    // A group that is alone is not asked for.
    const [only, ...others] = this.offer.cells;
    if (only !== undefined && !others.length && this.groupOf(only).length && this.cells.at(-1) !== only)
      this.follow(movePath.clickCell(this.choice, only));
  };
  clickItem = (name: string): void => this.follow(movePath.clickItem(this.choice, name));
  clickWord = (word: string): void => this.follow(movePath.clickWord(this.choice, word));
  undo = (): void => this.edit(movePath.undo(this.choice));
  clear = (): void => this.edit(movePath.clear(this.choice));
  turn = (by: 1 | -1, name?: string): void => this.edit(movePath.turn(this.choice, by, name));

  /** Enter a proposed move; branches that are missing on its way are fetched. */
  lay = async ({ clicks }: Laid): Promise<void> => {
    while (this.isOpen) {
      const path = movePath.clicksNamed(this.choice.tree, clicks);
      if (path.length === clicks.length) return this.change(movePath.lay(this.choice, path));
      if (movePath.branch(this.choice.tree, path) !== null || !(await this.fetch(path))) return;
    }
  };

  confirm = (): void => {
    if (this.ready !== null) void this.send(this.ready);
  };

  hover = (cell: string | null): void => {
    if (cell === this.hovered) return;
    this.hovered = cell;
    clearTimeout(this.timer);
    if (this.ready !== null) return;
    this.ahead = null;
    if (cell === null || !this.isOpen || !this.open.has(cell)) return;
    const move = movePath.ready(movePath.clickCell(this.choice, this.meant(cell)).choice);
    if (move !== null) this.timer = setTimeout(() => void this.lookAt(move, cell), HOVER_MILLISECONDS);
  };

  /** Preview a click on a cell where it plays at once or chooses among pieces, but not for a step of a path. */
  private async lookAt(move: string, cell: string): Promise<void> {
    const ahead = await this.preview(move);
    if (!ahead || !this.board || this.ready !== null || this.hovered !== cell) return;
    const step = movePath.clickCell(this.choice, this.meant(cell));
    const isMeant = movePath.ready(step.choice) === move && (step.move !== null || !isChanged(this.board, ahead, cell));
    if (isMeant) this.ahead = ahead;
  }

  /** The cells that stand for each other, after the first click. */
  private groupOf(cell: string): readonly string[] {
    const groups = this.board?.groups?.[this.cells[0] ?? ''] ?? [];
    return groups.find((group) => group.includes(cell)) ?? [];
  }

  /** The cell that a move names: this one, or another of its group. */
  private meant(cell: string): string {
    const { cells } = this.offer;
    return cells.has(cell) ? cell : (this.groupOf(cell).find((each) => cells.has(each)) ?? cell);
  }

  private follow(step: movePath.Step): void {
    if (!this.isOpen) return;
    if (step.refused) {
      this.props().onwhy(step.refused);
      return;
    }
    this.edit(step.choice, step.move);
  }

  /** Change the move that is entered, by a click or a key. */
  private edit(choice: movePath.Choice, move: string | null = null): void {
    if (choice === this.choice) return;
    this.props().onclick?.(movePath.namesOf(choice.path));
    this.change(choice, move);
  }

  private change(choice: movePath.Choice, move: string | null = null): void {
    if (choice === this.choice) return;
    const before = this.choice;
    this.choice = choice;
    this.sound(before);
    clearTimeout(this.timer);
    this.ahead = null;
    const played = this.isAsked ? null : this.isHasty ? this.ready : move;
    if (played !== null) void this.finish(played);
    else if (this.ready !== null) void this.look(this.ready);
    else void this.fetchMissing();
  }

  /** Whether a finished move waits to be confirmed; a word is a button, and needs no second one. */
  private get isAsked(): boolean {
    const { confirm = 'auto' } = this.props();
    const isWord = this.choice.path.at(-1)?.kind === 'word';
    return !isWord && (confirm === 'always' || (confirm === 'auto' && this.isCoarse));
  }

  /** Whether every finished move is played at once, unless a tile can still be turned. */
  private get isHasty(): boolean {
    return this.props().confirm === 'never' && this.offer.ways.length <= 1;
  }

  private sound(before: movePath.Choice): void {
    const { onsound } = this.props();
    const count = this.cells.length;
    if (this.lifted.length && count > movePath.cellsOf(before).length) {
      if (count === 1) onsound?.('lift');
      else onsound?.(this.lifted.length > 1 ? 'sow' : 'piece', count - 2);
    } else if (before.turned !== this.choice.turned) onsound?.('turned');
  }

  private async fetchMissing(): Promise<void> {
    const wanted = this.isOpen ? movePath.missing(this.choice) : null;
    if (!wanted || (wanted.whole && this.isWhole)) return;
    this.isWhole ||= wanted.whole;
    await this.fetch(wanted.path, wanted.whole);
  }

  /** Fetch the branch below a path; returns whether it came while the same clicks were possible. */
  private async fetch(path: readonly movePath.Click[], whole = false): Promise<boolean> {
    const snapshot = this.snapshot;
    const found = await this.props()
      .onpath(movePath.namesOf(path), whole)
      .catch(() => null);
    if (!found || snapshot !== this.snapshot) return false;
    const step = movePath.grow(this.choice, path, found);
    this.change(step.choice, step.move);
    return true;
  }

  /** The board after a move; null for a placed tile, which is drawn anyway, and in games with hidden hands. */
  private async preview(move: string): Promise<BoardState | null> {
    if (this.props().frame.is_hidden || movePath.chosenItem(this.choice)) return null;
    let found = this.previews.get(move);
    if (!found)
      this.previews.set(
        move,
        (found = this.props()
          .onpreview(move)
          .catch(() => null)),
      );
    return found;
  }

  private async look(move: string): Promise<void> {
    const ahead = await this.preview(move);
    if (this.ready === move) this.ahead = ahead;
  }

  /** Play a move at once, unless it removes items that the user has not been shown. */
  private async finish(move: string): Promise<void> {
    if (this.cells.length > 1 && this.props().confirm !== 'never') {
      const ahead = await this.preview(move);
      if (this.ready !== move) return;
      this.ahead = ahead;
      if (this.lost.length) return;
    }
    await this.send(move);
  }

  private async send(move: string): Promise<void> {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.sent = this.cells;
    this.hasCarried = this.lifted.length > 0;
    if (!this.hasCarried) this.props().onsound?.('piece');
    const snapshot = this.snapshot;
    const isAccepted = await this.props().onmove(move);
    if (isAccepted || snapshot !== this.snapshot) return;
    this.isOpen = true;
    this.change(movePath.clear(this.choice));
  }
}
