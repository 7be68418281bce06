import { expect, test } from 'vitest';
import { isLoopback } from '../../../src/features/invite/loopback';

test.each(['localhost', 'a.localhost', '127.0.0.1', '127.0.1.1', '[::1]'])('%s leads nowhere from a phone', (host) => {
  expect(isLoopback(host)).toBe(true);
});

test.each(['192.168.1.5', 'table.club.lan', '[2001:db8::7]', '127.example.org'])('%s may lead here', (host) => {
  expect(isLoopback(host)).toBe(false);
});
