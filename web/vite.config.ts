/** The build of the page into the server's static files, the development server, and the tests. */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { catalogues, chunkName } from './plugins/catalogues.ts';
import { compression } from './plugins/compression.ts';
import { licence } from './plugins/licence.ts';
import { entryName, worker } from './plugins/service-worker.ts';

const STATIC = join(import.meta.dirname, '..', 'src', 'fourfold', 'web', 'static');
const SERVER = process.env['FOURFOLD_SERVER'] ?? 'http://localhost:8000';

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), catalogues(), licence(), worker(), compression(STATIC)],
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  build: {
    outDir: STATIC,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', worker: 'src/offline/service-worker.ts' },
      output: { entryFileNames: entryName, chunkFileNames: chunkName },
    },
  },
  server: {
    proxy: {
      '/api': { target: SERVER, ws: true },
      '/palette.css': SERVER,
      '/favicon.svg': SERVER,
      '/icons': SERVER,
      '/manifest.webmanifest': SERVER,
    },
  },
  // A worker for each file would cost three times as much; no test fails because the machine is busy.
  test: { include: ['tests/**/*.test.ts'], isolate: false, testTimeout: 300_000, hookTimeout: 300_000 },
}));
