/** Sound effects, synthesised with Web Audio: piece, refusal, own turn, end, alarm. */
import { preferences } from '../state/preferences.svelte';

export type Sound = 'piece' | 'refusal' | 'turn' | 'end' | 'alarm';

interface Tone {
  at: number; // seconds
  pitch: number; // hertz
  length: number;
  loud: number;
  wave: OscillatorType;
}

const TONES: Record<Sound, Tone[]> = {
  piece: [
    { at: 0, pitch: 190, length: 0.06, loud: 0.35, wave: 'triangle' },
    { at: 0, pitch: 1400, length: 0.012, loud: 0.08, wave: 'square' },
  ],
  refusal: [{ at: 0, pitch: 130, length: 0.14, loud: 0.22, wave: 'triangle' }],
  turn: [
    { at: 0.05, pitch: 520, length: 0.12, loud: 0.12, wave: 'sine' },
    { at: 0.15, pitch: 660, length: 0.16, loud: 0.12, wave: 'sine' },
  ],
  end: [392, 494, 587, 784].map((pitch, k) => ({ at: 0.12 * k, pitch, length: 0.35, loud: 0.12, wave: 'sine' })),
  // Loud enough to be heard across a table.
  alarm: [0, 0.25, 0.5].map((at) => ({ at, pitch: 880, length: 0.2, loud: 0.4, wave: 'triangle' })),
};

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!preferences.sound || !navigator.userActivation?.hasBeenActive || !('AudioContext' in window)) return;
  context ??= new AudioContext();
  for (const tone of TONES[sound]) {
    const start = context.currentTime + tone.at;
    const voice = context.createOscillator();
    const volume = context.createGain();
    voice.type = tone.wave;
    voice.frequency.setValueAtTime(tone.pitch, start);
    volume.gain.setValueAtTime(tone.loud, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + tone.length);
    voice.connect(volume).connect(context.destination);
    voice.start(start);
    voice.stop(start + tone.length);
  }
}
