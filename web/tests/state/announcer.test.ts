import { tick } from 'svelte';
import { expect, test } from 'vitest';
import { Announcer } from '../../src/state/announcer.svelte';

test('whatever is said at once is in the region before old sentences go', async () => {
  const announcer = new Announcer();
  const all = Array.from({ length: 40 }, (_, number) => `sentence ${number}`);
  for (const text of all) announcer.say(text);
  expect(announcer.said.map(({ text }) => text)).toEqual(all);
  await tick();
  await tick();
  expect(announcer.said.map(({ text }) => text)).toEqual(all.slice(-12));
});

test('the same sentence is said again, and what is too much is left out', () => {
  const announcer = new Announcer();
  announcer.say('again');
  announcer.say('again');
  announcer.say('   ');
  announcer.say('only for some', 'full');
  announcer.wanted = () => 'full';
  announcer.say('for them', 'full');
  expect(announcer.said.map(({ text }) => text)).toEqual(['again', 'again', 'for them']);
});
