/** Vite plugin: the ICU catalogues of page, server and games as one module a language, parsed in advance. */
import { isLiteralElement, parse } from '@formatjs/icu-messageformat-parser';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const WEB = dirname(import.meta.dirname);
const PACKAGE = join(dirname(WEB), 'src', 'fourfold');
const DEFAULT_LANGUAGE = 'en';

/** Messages that only the server, the terminal or records use. */
const ELSEWHERE =
  /^(api|app|started|cannot_bind|position|record|export|target|summary|picture|print|study|board|hand|hands|notation(?!\.move$))(\.|$)/;
/** Messages of lessons and advice: in a module of their own, loaded later. */
const LEARNING = /^(lesson|advice)\./;
const NOT_SHOWN = new Set(['arena', 'cli', 'research', 'store', 'terminal']);

type Catalogue = Record<string, string>;

/** The folders of all catalogues that the page uses, by namespace. */
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

/** The languages of the page. */
export function listLanguages(): string[] {
  return readdirSync(join(WEB, 'text'))
    .map((file) => basename(file, '.json'))
    .sort();
}

/**
 * Parse the messages of a language, with those of the default one where some are missing; plain text stays a string.
 * Messages of lessons are compiled apart.
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

/** Provides `virtual:languages`: the loaders of each language's messages and of its lesson messages. */
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
