import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hasSheet, share, takesPictures } from '../../src/ui/share';

const WHAT = { title: 'Quads', url: 'http://localhost/match/a' };
const PICTURE = new File(['x'], 'tiles.png', { type: 'image/png' });
let copied: string[] = [];

function give(browser: Record<string, unknown>): void {
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => copied.push(text) }, ...browser });
}

beforeEach(() => (copied = []));
afterEach(() => vi.unstubAllGlobals());

test('without a sheet the link is copied', async () => {
  give({});
  expect(hasSheet()).toBe(false);
  expect(await share(WHAT)).toBe('copied');
  expect(copied).toEqual([WHAT.url]);
});

test('where nothing can be copied the link is to be shown', async () => {
  give({ clipboard: { writeText: () => Promise.reject(new Error('denied')) } });
  expect(await share(WHAT)).toBe('shown');
});

test('a sheet that takes pictures gets link and picture', async () => {
  const given: ShareData[] = [];
  give({ canShare: () => true, share: async (data: ShareData) => void given.push(data) });
  expect(takesPictures()).toBe(true);
  expect(await share(WHAT, PICTURE)).toBe('shared');
  expect(given).toEqual([{ ...WHAT, files: [PICTURE] }]);
});

test('a sheet that takes no pictures gets the link', async () => {
  const given: ShareData[] = [];
  give({ canShare: (data: ShareData) => !data.files, share: async (data: ShareData) => void given.push(data) });
  expect(takesPictures()).toBe(false);
  expect(await share(WHAT, PICTURE)).toBe('shared');
  expect(given).toEqual([WHAT]);
});

test('who closes the sheet wants nothing else', async () => {
  give({ share: () => Promise.reject(new DOMException('closed', 'AbortError')) });
  expect(await share(WHAT)).toBe('cancelled');
  expect(copied).toEqual([]);
});

test('where the sheet fails the link is copied', async () => {
  give({ share: () => Promise.reject(new DOMException('no', 'NotAllowedError')) });
  expect(await share(WHAT)).toBe('copied');
});
