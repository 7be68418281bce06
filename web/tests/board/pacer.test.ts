import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BoardState } from '../../src/api/schemas';
import { Pacer, type PacedMove } from '../../src/board/pacer.svelte';
import type { Pace } from '../../src/state/preferences.svelte';

function board(...cells: string[]): BoardState {
  const items = cells.map((name, x) => ({ symbol: 's', name, x, y: 0, turn: 0, scale: 1, way: [] }));
  const nothing = { cells: [], labels: [], marks: [], hands: [], shared: [], well: null, placing: '' };
  return { box: [0, 0, 1, 1], items, ...nothing } as unknown as BoardState;
}

const START = board();
const move = (seat: number, ...cells: string[]): PacedMove => ({ board: board(...cells), words: cells.join(), seat });
const settings: { pace: Pace; reducedMotion: boolean } = { pace: 'normal', reducedMotion: false };

function pacer(onphase?: ConstructorParameters<typeof Pacer>[1]): Pacer {
  return new Pacer(() => settings, onphase);
}

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(settings, { pace: 'normal', reducedMotion: false });
});
afterEach(() => void vi.useRealTimers());

describe('a move of an opponent', () => {
  it('lights the plate, then moves, then has its marks, then rests', () => {
    const shown = pacer();
    shown.push(move(1, 'a'), START);
    expect(shown.show).toMatchObject({ seat: 1, phase: 'plate', board: START, pending: 1, motion: 0 });
    vi.advanceTimersByTime(150);
    expect(shown.show).toMatchObject({ phase: 'move', words: 'a', pending: 1, motion: 240 });
    vi.advanceTimersByTime(240);
    expect(shown.show).toMatchObject({ phase: 'gain', pending: 0 });
    vi.advanceTimersByTime(150);
    expect(shown.show).toMatchObject({ phase: 'rest', pending: 0 });
    vi.advanceTimersByTime(350);
    expect(shown.show).toBeNull();
  });

  it('comes after those before it', () => {
    const shown = pacer();
    shown.push(move(1, 'a'), START);
    shown.push(move(2, 'a', 'b'), board('a'));
    expect(shown.show).toMatchObject({ seat: 1, pending: 2 });
    vi.advanceTimersByTime(890);
    expect(shown.show).toMatchObject({ seat: 2, phase: 'plate', pending: 1 });
    expect(shown.show!.board.items).toHaveLength(1);
    vi.advanceTimersByTime(890);
    expect(shown.show).toBeNull();
  });

  it('is never four seconds late, however many follow', () => {
    const shown = pacer();
    const cells = [...'abcdefgh'];
    for (let k = 0; k < cells.length; k++) shown.push(move(k, ...cells.slice(0, k + 1)), START);
    vi.advanceTimersByTime(3500);
    expect(shown.show).not.toBeNull();
    for (let k = 0; k < 20; k++) shown.push(move(k, ...cells), START);
    vi.advanceTimersByTime(600);
    expect(shown.show).toBeNull();
  });

  it('is shown at once without motion, at the pace of an instant, and for a move of one’s own', () => {
    const shown = pacer();
    settings.reducedMotion = true;
    shown.push(move(1, 'a'), START);
    expect(shown.show).toBeNull();
    Object.assign(settings, { pace: 'instant', reducedMotion: false });
    shown.push(move(1, 'a'), START);
    expect(shown.show).toBeNull();
    settings.pace = 'normal';
    shown.push(move(1, 'a'), START);
    shown.push({ ...move(0, 'a', 'b'), isOwn: true }, board('a'));
    expect(shown.show).toBeNull();
    vi.advanceTimersByTime(5000);
    expect(shown.show).toBeNull();
  });
});

it('a move that is shown at once still tells its gain', () => {
  const onphase = vi.fn();
  const own = { ...move(0, 'a'), isOwn: true, gain: 12 };
  pacer(onphase).push(own, START);
  expect(onphase.mock.calls).toEqual([[own, 'gain']]);
});

it('any touch or key goes to the end', () => {
  const shown = pacer();
  const target = new EventTarget();
  const stop = shown.listen(target);
  for (const name of ['pointerdown', 'keydown']) {
    shown.push(move(1, 'a'), START);
    expect(shown.show).not.toBeNull();
    target.dispatchEvent(new Event(name));
    expect(shown.show).toBeNull();
  }
  stop();
  shown.push(move(1, 'a'), START);
  target.dispatchEvent(new Event('keydown'));
  expect(shown.show).not.toBeNull();
});

it('a replay begins with the board before, and tells its phases', () => {
  const phases: string[] = [];
  const shown = pacer(({ words }, phase) => phases.push(`${words} ${phase}`));
  shown.push(move(1, 'z'), START);
  phases.length = 0;
  shown.replay([move(1, 'a'), move(2, 'a', 'b')], START);
  expect(shown.show).toMatchObject({ phase: 'plate', board: START });
  vi.runAllTimers();
  expect(shown.show).toBeNull();
  expect(phases).toEqual(
    ['a', 'a,b'].flatMap((words) => ['plate', 'move', 'gain', 'rest'].map((p) => `${words} ${p}`)),
  );
});
