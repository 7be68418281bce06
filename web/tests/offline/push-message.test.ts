import { expect, test } from 'vitest';
import { chooseWindow, readMessage } from '../../src/offline/push-message';

test('a message says what is shown and where a click leads', () => {
  const message = { title: 'Your turn', body: 'Against Ann', tag: 'm1', url: '/match/m1' };
  expect(readMessage(JSON.stringify(message))).toEqual(message);
  expect(readMessage('{"title":"Your turn"}')).toEqual({ title: 'Your turn', body: '', tag: '', url: '/' });
});

test.each(['', 'no json', 'null', '{}', '[]', '{"body":"without a title"}'])('%j is no message', (text) => {
  expect(readMessage(text)).toBeNull();
});

test.each(['https://elsewhere.example', '//elsewhere.example', 'javascript:alert(1)'])('%s is not opened', (url) => {
  expect(readMessage(JSON.stringify({ title: 'x', url }))?.url).toBe('/');
});

test('the window that shows the match already is chosen, else any', () => {
  const [home, match] = [{ url: 'https://here/' }, { url: 'https://here/match/m1?ply=3' }];
  expect(chooseWindow([home, match], '/match/m1')).toBe(match);
  expect(chooseWindow([home], '/match/m1')).toBe(home);
  expect(chooseWindow([], '/match/m1')).toBeUndefined();
});
