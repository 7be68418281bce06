import { tick } from 'svelte';
import { expect, test } from 'vitest';
import { announcer } from '../../src/state/announcer.svelte';

test('whatever is said at once is in the region before old sentences go', async () => {
  const all = Array.from({ length: 40 }, (_, number) => `sentence ${number}`);
  for (const text of all) announcer.say(text);
  expect(announcer.said.map(({ text }) => text)).toEqual(all);
  await tick();
  await tick();
  expect(announcer.said.map(({ text }) => text)).toEqual(all.slice(-12));
});

test('the same sentence is said again, and what is too much is left out', () => {
  const before = announcer.said.length;
  announcer.say('again');
  announcer.say('again');
  announcer.say('only for some', 'full');
  expect(announcer.said.slice(before).map(({ text }) => text)).toEqual(['again', 'again']);
});
