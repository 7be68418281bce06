/** Vite plugin: compresses every built file with Brotli and gzip in advance. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

export function compression(folder: string): Plugin {
  return {
    name: 'compression',
    apply: 'build',
    writeBundle() {
      for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!file.isFile() || /\.(br|gz)$/.test(file.name)) continue;
        const path = join(file.parentPath, file.name);
        const content = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
