/** The ICU catalogues of page, server and games as one module a language, every message parsed beforehand. */
import { isLiteralElement, parse } from '@formatjs/icu-messageformat-parser';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const WEB = dirname(import.meta.dirname);
const PACKAGE = join(dirname(WEB), 'src', 'fourfold');
const DEFAULT_LANGUAGE = 'en';

/** What only the server, the terminal or records say. */
const ELSEWHERE =
  /^(api|app|started|cannot_bind|position|record|export|target|summary|picture|print|study|board|hand|hands|notation(?!\.move$))(\.|$)/;
/** What only pages to learn from say: a module of its own, which a table does not wait for. */
const LEARNING = /^(lesson|advice)\./;
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
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf-8')) as Catalogue) : {};
}

/** The languages in which the page itself is written. */
export function listLanguages(): string[] {
  return readdirSync(join(WEB, 'text'))
    .map((file) => basename(file, '.json'))
    .sort();
}

/**
 * Parse the messages of a language, those of the default one where they are missing; a plain text stays a string.
 * Those to learn from and all others are compiled apart.
 */
export function compileLanguage(language: string, isLearning = false): Record<string, unknown> {
  const compiled: Record<string, unknown> = {};
  for (const [namespace, folder] of Object.entries(catalogueFolders())) {
    const messages = { ...readCatalogue(folder, DEFAULT_LANGUAGE), ...readCatalogue(folder, language) };
    for (const [name, message] of Object.entries(messages)) {
      if (namespace !== 'page' && namespace !== 'board' && ELSEWHERE.test(name)) continue;
      if (LEARNING.test(name) !== isLearning) continue;
      const parsed = parse(message, { shouldParseSkeletons: true, ignoreTag: true });
      const only = parsed.length === 1 ? parsed[0] : undefined;
      compiled[`${namespace}.${name}`] = only && isLiteralElement(only) ? only.value : parsed;
    }
  }
  return compiled;
}

/** Gives `virtual:languages`: how each language is loaded, by its code, and what pages to learn from say in it. */
export function catalogues(): Plugin {
  const prefix = /^\0virtual:(language|learning)\/(.+)$/;
  return {
    name: 'catalogues',
    resolveId(id) {
      return /^virtual:(languages$|language\/|learning\/)/.test(id) ? `\0${id}` : undefined;
    },
    load(id) {
      if (id === '\0virtual:languages') {
        const list = (kind: string) =>
          listLanguages().map((code) => `${JSON.stringify(code)}: () => import('virtual:${kind}/${code}')`);
        return `export default { ${list('language').join(', ')} };\nexport const learning = { ${list('learning').join(', ')} };`;
      }
      const [, kind, language] = prefix.exec(id) ?? [];
      if (!language) return undefined;
      for (const folder of Object.values(catalogueFolders())) {
        for (const code of new Set([language, DEFAULT_LANGUAGE])) {
          const path = join(folder, `${code}.json`);
          if (existsSync(path)) this.addWatchFile(path);
        }
      }
      const compiled = compileLanguage(language, kind === 'learning');
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))});`;
    },
  };
}
