/** Vite plugin: the service worker as a file of its own, with the list of built files filled in. */
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

const WORKER = 'worker.js';
/** Files that the server makes itself and the page needs. */
const SERVED = ['/palette.css', '/favicon.svg'];

export function worker(): Plugin {
  return {
    name: 'worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const chunk = bundle[WORKER];
      if (chunk?.type !== 'chunk') throw new Error(`${WORKER} is missing`);
      if (chunk.imports.length || chunk.exports.length) throw new Error(`${WORKER} must stand alone`);
      const page = bundle['index.html'];
      const index = page?.type === 'asset' ? String(page.source) : '';
      const entry = /src="(\/assets\/[^"]+)"/.exec(index)?.[1];
      if (!entry) throw new Error('the page has no script');
      const files = Object.keys(bundle)
        .filter((name) => name.startsWith('assets/'))
        .sort();
      const version = createHash('sha256')
        .update(JSON.stringify([files, index, chunk.code]))
        .digest('hex')
        .slice(0, 12);
      const values = {
        __VERSION__: version,
        __ENTRY__: entry,
        __FILES__: [...SERVED, ...files.map((name) => name.slice('assets/'.length))].join(' '),
      };
      for (const [name, value] of Object.entries(values))
        chunk.code = chunk.code.replaceAll(name, JSON.stringify(value));
    },
  };
}

/** The names of entry files; the worker's has no hash. */
export function entryName({ name }: { name: string }): string {
  return name === 'worker' ? WORKER : 'assets/[name]-[hash].js';
}
