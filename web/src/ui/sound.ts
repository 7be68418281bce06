/** Sound effects, synthesised with Web Audio; `preferences.sound` switches all of them. */
import type { BoardSound } from '../board/types';
import { preferences } from '../state/preferences.svelte';

export type Sound = BoardSound | 'refusal' | 'gain' | 'loss' | 'turn' | 'won' | 'lost' | 'drawn' | 'alarm' | 'message';

interface Tone {
  at: number; // seconds
  pitch: number; // hertz
  length: number;
  loud: number;
  wave: OscillatorType;
  /** The pitch at its end, where it glides. */
  to?: number;
}

/** Two pieces of wood that meet: a low body and a short click. */
const WOOD: Tone[] = [
  { at: 0, pitch: 190, length: 0.08, loud: 0.3, wave: 'triangle' },
  { at: 0, pitch: 1400, length: 0.015, loud: 0.05, wave: 'triangle' },
];

function melody(pitches: readonly number[], beat: number, length: number, loud: number): Tone[] {
  return pitches.map((pitch, k) => ({ at: beat * k, pitch, length, loud, wave: 'sine' }));
}

const TONES: Record<Sound, Tone[]> = {
  piece: WOOD,
  sow: [
    { at: 0, pitch: 262, length: 0.09, loud: 0.24, wave: 'triangle' },
    { at: 0, pitch: 1400, length: 0.012, loud: 0.04, wave: 'triangle' },
  ],
  turned: [{ at: 0, pitch: 900, length: 0.03, loud: 0.06, wave: 'triangle' }],
  lift: [{ at: 0, pitch: 260, to: 400, length: 0.09, loud: 0.14, wave: 'sine' }],
  cut: [
    { at: 0, pitch: 320, to: 150, length: 0.2, loud: 0.18, wave: 'triangle' },
    { at: 0.09, pitch: 240, to: 110, length: 0.2, loud: 0.14, wave: 'triangle' },
  ],
  capture: [...WOOD, { at: 0.05, pitch: 300, to: 170, length: 0.13, loud: 0.16, wave: 'triangle' }],
  refusal: [{ at: 0, pitch: 130, length: 0.14, loud: 0.2, wave: 'triangle' }],
  gain: melody([587, 784], 0.08, 0.18, 0.1),
  loss: melody([440, 330], 0.1, 0.2, 0.1),
  turn: melody([523, 659], 0.1, 0.2, 0.12),
  won: melody([392, 494, 587, 784], 0.12, 0.4, 0.12),
  lost: melody([392, 349, 294], 0.16, 0.4, 0.1),
  drawn: melody([440, 440], 0.18, 0.35, 0.1),
  // Loud enough to be heard across a table.
  alarm: [0, 0.25, 0.5].map((at) => ({ at, pitch: 880, length: 0.2, loud: 0.4, wave: 'triangle' })),
  message: melody([784, 988], 0.06, 0.12, 0.08),
};

const ATTACK = 0.005; // seconds; without it a tone begins with a crack
const SILENCE = 0.001;
const SEMITONE = 2 ** (1 / 12);

let context: AudioContext | null = null;

/** Play a sound, higher by a number of semitones. */
export function play(sound: Sound, semitones = 0): void {
  if (!preferences.sound || !navigator.userActivation?.hasBeenActive || !('AudioContext' in window)) return;
  context ??= new AudioContext();
  for (const tone of TONES[sound]) sing(context, tone, SEMITONE ** semitones);
}

function sing(audio: AudioContext, tone: Tone, factor: number): void {
  const start = audio.currentTime + tone.at;
  const end = start + tone.length;
  const voice = audio.createOscillator();
  const volume = audio.createGain();
  voice.type = tone.wave;
  voice.frequency.setValueAtTime(tone.pitch * factor, start);
  if (tone.to) voice.frequency.exponentialRampToValueAtTime(tone.to * factor, end);
  volume.gain.setValueAtTime(SILENCE, start);
  volume.gain.exponentialRampToValueAtTime(tone.loud, start + ATTACK);
  volume.gain.exponentialRampToValueAtTime(SILENCE, end);
  voice.connect(volume).connect(audio.destination);
  voice.start(start);
  voice.stop(end);
}
