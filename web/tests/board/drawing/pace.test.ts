import { describe, expect, it } from 'vitest';
import { timings, type Timing } from '../../../src/board/drawing/pace';

const total = (all: readonly Timing[]): number =>
  all.reduce((sum, { plate, move, gain, rest }) => sum + plate + move + gain + rest, 0);

describe('the timing of moves', () => {
  it('is that of the motion table where there is time', () => {
    expect(timings([1], 'normal')).toEqual([{ plate: 150, move: 240, gain: 150, rest: 350 }]);
    expect(timings([4], 'normal')[0]!.move).toBe(720);
  });

  it('depends on the pace', () => {
    expect(total(timings([1], 'fast'))).toBe(445);
    expect(total(timings([1], 'slow'))).toBe(1424);
    expect(total(timings([1, 3], 'instant'))).toBe(0);
  });

  it('never takes longer than four seconds: rests are cut first', () => {
    const five = timings([1, 1, 1, 1, 1], 'normal');
    expect(total(five)).toBeCloseTo(4000);
    expect(five[0]!.move).toBe(240);
    expect(five[0]!.rest).toBeLessThan(350);
    expect(five[0]!.rest).toBeGreaterThan(0);
  });

  it('then moves are cut', () => {
    const many = timings(Array<number>(12).fill(3), 'slow');
    expect(total(many)).toBeCloseTo(4000);
    expect(many[0]!.rest).toBe(0);
    expect(many[0]!.move).toBeLessThan(240);
  });

  it('is nothing where no time is left', () => {
    expect(total(timings([1, 1], 'normal', -5))).toBe(0);
  });
});
