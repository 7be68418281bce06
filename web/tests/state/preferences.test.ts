// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
const { readPreferences } = await import('../../src/state/preferences.svelte');

const USUAL = {
  theme: 'system',
  board: 'plain',
  pace: 'normal',
  confirm: 'auto',
  calm: false,
  sound: true,
  notify: false,
  chat: true,
  chances: false,
  detail: 'normal',
  letters: false,
  language: '',
};

test('what was kept is read again', () => {
  const kept = { ...USUAL, theme: 'dark', pace: 'fast', confirm: 'never', board: 'wood', calm: true, language: 'fr' };
  expect(readPreferences(JSON.stringify(kept))).toEqual(kept);
});

test.each([
  null,
  '',
  'null',
  '[1]',
  '{"theme":"pink","sound":"loud","language":7,"pace":"never","confirm":1,"board":"glass"}',
  '{',
])('%s leaves everything as usual', (text) => {
  expect(readPreferences(text)).toEqual(USUAL);
});
