// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';

interface Voice {
  pitch: number;
  loudest: number;
  start: number;
  stop: number;
  ends: number;
}

const voices: Voice[] = [];

class Parameter {
  values: number[] = [];
  setValueAtTime(value: number): void {
    this.values.push(value);
  }
  exponentialRampToValueAtTime(value: number): void {
    expect(value).toBeGreaterThan(0); // a ramp to zero is refused by browsers
    this.values.push(value);
  }
}

class Spy {
  currentTime = 10;
  destination = {};
  createOscillator(): unknown {
    const voice: Voice = { pitch: 0, loudest: 0, start: 0, stop: 0, ends: 0 };
    voices.push(voice);
    const frequency = new Parameter();
    return {
      frequency,
      connect: (volume: { gain: Parameter }) => ({
        connect: () => {
          voice.pitch = frequency.values[0]!;
          voice.loudest = Math.max(...volume.gain.values);
          voice.ends = volume.gain.values.at(-1)!;
        },
      }),
      start: (at: number) => (voice.start = at),
      stop: (at: number) => (voice.stop = at),
    };
  }
  createGain(): unknown {
    return { gain: new Parameter() };
  }
}

const SOUNDS = [
  ...['piece', 'sow', 'turned', 'lift', 'cut', 'capture', 'refusal', 'gain', 'loss'],
  ...['turn', 'won', 'lost', 'drawn', 'alarm', 'message'],
] as const;

beforeEach(() => {
  vi.resetModules();
  voices.length = 0;
  localStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  vi.stubGlobal('AudioContext', Spy);
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: true }, configurable: true });
});

async function load(): Promise<typeof import('../../src/ui/sound')> {
  return import('../../src/ui/sound');
}

describe('sounds', () => {
  it.each(SOUNDS)('%s is short and soft, and ends in silence', async (sound) => {
    const { play } = await load();
    play(sound);
    expect(voices.length).toBeGreaterThan(0);
    for (const voice of voices) {
      expect(voice.stop).toBeLessThan(11);
      expect(voice.stop).toBeGreaterThan(voice.start);
      expect(voice.loudest).toBeLessThanOrEqual(0.4);
      expect(voice.ends).toBeLessThan(0.01);
    }
  });

  it('rise by a semitone with each pebble', async () => {
    const { play } = await load();
    play('sow');
    play('sow', 12);
    const [first, , octave] = voices;
    expect(octave!.pitch).toBeCloseTo(2 * first!.pitch, 3);
  });

  it('are silent when switched off, and before the user has touched the page', async () => {
    localStorage.setItem('fourfold', JSON.stringify({ sound: false }));
    const { play } = await load();
    play('piece');
    expect(voices).toHaveLength(0);
    const { preferences } = await import('../../src/state/preferences.svelte');
    preferences.sound = true;
    Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false }, configurable: true });
    play('piece');
    expect(voices).toHaveLength(0);
  });

  it('won, lost and drawn differ', async () => {
    const { play } = await load();
    const tunes = (['won', 'lost', 'drawn'] as const).map((sound) => {
      voices.length = 0;
      play(sound);
      return voices.map(({ pitch }) => pitch).join();
    });
    expect(new Set(tunes).size).toBe(3);
  });
});
