// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
const { readPreferences } = await import('../../src/state/preferences.svelte');

test('what was kept is read again', () => {
  expect(
    readPreferences(
      '{"theme":"dark","board":"wood","pace":"fast","confirm":"never","sound":false,"notify":true,"chat":false,"language":"fr"}',
    ),
  ).toEqual({
    theme: 'dark',
    board: 'wood',
    pace: 'fast',
    confirm: 'never',
    sound: false,
    notify: true,
    chat: false,
    chances: false,
    language: 'fr',
  });
});

test.each([
  null,
  '',
  'null',
  '[1]',
  '{"theme":"pink","board":"gold","pace":9,"confirm":true,"sound":"loud","language":7}',
  '{',
])('%s leaves everything as usual', (text) => {
  expect(readPreferences(text)).toEqual({
    theme: 'system',
    board: 'plain',
    pace: 'normal',
    confirm: 'auto',
    sound: true,
    notify: false,
    chat: true,
    chances: false,
    language: '',
  });
});
