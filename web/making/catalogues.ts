/** The ICU catalogues of page, server and games as one module a language, every message parsed beforehand. */
import { parse } from '@formatjs/icu-messageformat-parser';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const WEB = dirname(import.meta.dirname);
const PACKAGE = join(dirname(WEB), 'src', 'fourfold');
const DEFAULT_LANGUAGE = 'en';

/** What only the server, the terminal or records say. */
const ELSEWHERE = /^(api|started|cannot_bind|position|record|export|target|summary|picture|study|board|hand|hands|notation(?!\.move$))(\.|$)/;
const NOT_SHOWN = new Set(['arena', 'cli', 'research', 'store', 'terminal']);

type Catalogue = Record<string, string>;

/** The folders of all catalogues that the page shows, by namespace. */
export function catalogueFolders(): Record<string, string> {
  const folders: Record<string, string> = {
    page: join(WEB, 'text'),
    board: join(WEB, 'src', 'board', 'text'),
    fourfold: join(PACKAGE, 'text'),
  };
  for (const parent of [PACKAGE, join(PACKAGE, 'games')]) {
    for (const name of readdirSync(parent).sort()) {
      const folder = join(parent, name, 'text');
      if (existsSync(folder) && !NOT_SHOWN.has(name)) folders[name] = folder;
    }
  }
  return folders;
}

export function readCatalogue(folder: string, language: string): Catalogue {
  const path = join(folder, `${language}.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf-8')) : {};
}

/** The languages in which the page itself is written. */
export function listLanguages(): string[] {
  return readdirSync(join(WEB, 'text'))
    .map((file) => basename(file, '.json'))
    .sort();
}

/** Parse all messages of a language, those of the default one where they are missing; a plain text stays a string. */
export function compileLanguage(language: string): Record<string, unknown> {
  const compiled: Record<string, unknown> = {};
  for (const [namespace, folder] of Object.entries(catalogueFolders())) {
    const messages = { ...readCatalogue(folder, DEFAULT_LANGUAGE), ...readCatalogue(folder, language) };
    for (const [name, message] of Object.entries(messages)) {
      if (namespace !== 'page' && namespace !== 'board' && ELSEWHERE.test(name)) continue;
      const parsed = parse(message, { shouldParseSkeletons: true, ignoreTag: true });
      const only = parsed.length === 1 ? parsed[0] : undefined;
      compiled[`${namespace}.${name}`] = only?.type === 0 ? only.value : parsed;
    }
  }
  return compiled;
}

/** Gives `virtual:languages`: how each language is loaded, by its code. */
export function catalogues(): Plugin {
  const prefix = '\0virtual:language/';
  return {
    name: 'catalogues',
    resolveId(id) {
      return id === 'virtual:languages' || id.startsWith('virtual:language/') ? `\0${id}` : undefined;
    },
    load(id) {
      if (id === '\0virtual:languages') {
        const entries = listLanguages().map((code) => `${JSON.stringify(code)}: () => import('virtual:language/${code}')`);
        return `export default { ${entries.join(', ')} };`;
      }
      if (!id.startsWith(prefix)) return undefined;
      const language = id.slice(prefix.length);
      for (const folder of Object.values(catalogueFolders())) {
        for (const code of new Set([language, DEFAULT_LANGUAGE])) {
          const path = join(folder, `${code}.json`);
          if (existsSync(path)) this.addWatchFile(path);
        }
      }
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(compileLanguage(language)))});`;
    },
  };
}
