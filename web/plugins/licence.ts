/** Vite plugin: the licence of the fonts lies beside them in the build. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const LICENCE = join(dirname(import.meta.dirname), 'src', 'fonts', 'OFL.txt');

export function licence(): Plugin {
  return {
    name: 'licence',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'assets/OFL.txt', source: readFileSync(LICENCE, 'utf-8') });
    },
  };
}
