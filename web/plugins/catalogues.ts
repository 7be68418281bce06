/** Vite plugin: the ICU catalogues of the page and the server as one module a language; games send theirs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const WEB = dirname(import.meta.dirname);
const PACKAGE = join(dirname(WEB), 'src', 'fourfold');
const DEFAULT_LANGUAGE = 'en';

/** Messages that only the server or records use. */
const ELSEWHERE = /^(api|app|started|cannot_bind|faulty_game|record|summary|picture|print|news|verify)(\.|$)/;
const NOT_SHOWN = new Set(['cli', 'research', 'terminal']);
/** Of what stores and tournaments say, that which reaches players. */
const SHOWN: Record<string, RegExp> = {
  arena: /^tournament\./,
  store:
    /^(unknown_(match|guest|code|commitment|tournament)|name_taken|account_exists|tournament_changed|cannot_(store|read)|busy)$/,
};

/**
 * Messages that no table needs: they come after its first board, and before any other page. Who is asked to sit down
 * sees no board.
 */
const LATER =
  /^(?!page\.(join\.(as|sit_down)|preferences\.name|play\.clock\.none)$)(arena|puzzles|search|web\.contest|page\.(account|box|home|join|learn|look|mine|moderation|pad|play|preferences|puzzles?|ratings|review|settings|tie_break|timer|tournaments?|verdict))\./;

type Catalogue = Record<string, string>;

/** The folders of all catalogues that the build contains, by namespace. */
export function catalogueFolders(): Record<string, string> {
  const folders: Record<string, string> = {
    page: join(WEB, 'text'),
    board: join(WEB, 'src', 'board', 'text'),
    fourfold: join(PACKAGE, 'text'),
  };
  for (const name of readdirSync(PACKAGE).sort()) {
    const folder = join(PACKAGE, name, 'text');
    if (existsSync(folder) && !NOT_SHOWN.has(name)) folders[name] = folder;
  }
  return folders;
}

/** Whether a message comes after the first board of a table. */
export function isLater(code: string): boolean {
  return LATER.test(code);
}

export function readCatalogue(folder: string, language: string): Catalogue {
  const path = join(folder, `${language}.json`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf-8')) as Catalogue) : {};
}

/** The languages that are offered: those that have the words shared by all parts. */
export function listLanguages(): string[] {
  return readdirSync(join(PACKAGE, 'text'))
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'))
    .sort();
}

/** The name of a built file: those of languages tell which, so that a browser keeps only its own. */
export function chunkName({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const found = /virtual:language\/([\w-]+)(\/rest)?$/.exec(facadeModuleId ?? '');
  return found ? `assets/language.${found[1]}.${found[2] ? 'rest' : 'first'}-[hash].js` : 'assets/[name]-[hash].js';
}

/** The messages of a language by code, with those of the default one where some are missing. */
export function readLanguage(language: string): Catalogue {
  const all: Catalogue = {};
  for (const [namespace, folder] of Object.entries(catalogueFolders())) {
    const messages = { ...readCatalogue(folder, DEFAULT_LANGUAGE), ...readCatalogue(folder, language) };
    for (const [name, message] of Object.entries(messages)) {
      const isShown = SHOWN[namespace]?.test(name) ?? (['page', 'board'].includes(namespace) || !ELSEWHERE.test(name));
      if (isShown) all[`${namespace}.${name}`] = message;
    }
  }
  return all;
}

/** Provides `virtual:languages`: the loaders of each language's messages, those of tables and the rest. */
export function catalogues(): Plugin {
  const prefix = '\0virtual:language/';
  return {
    name: 'catalogues',
    resolveId(id) {
      return /^virtual:(languages$|language\/)/.test(id) ? `\0${id}` : undefined;
    },
    load(id) {
      if (id === '\0virtual:languages') {
        const loaders = listLanguages().map((code) => {
          const [first, rest] = [code, `${code}/rest`].map((part) => `() => import('virtual:language/${part}')`);
          return `${JSON.stringify(code)}: { first: ${first}, rest: ${rest} }`;
        });
        return `export default { ${loaders.join(', ')} };`;
      }
      if (!id.startsWith(prefix)) return undefined;
      const [language = '', part] = id.slice(prefix.length).split('/');
      for (const folder of Object.values(catalogueFolders())) {
        for (const code of new Set([language, DEFAULT_LANGUAGE])) {
          const path = join(folder, `${code}.json`);
          if (existsSync(path)) this.addWatchFile(path);
        }
      }
      const all = Object.entries(readLanguage(language));
      const messages = Object.fromEntries(all.filter(([code]) => isLater(code) === (part === 'rest')));
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(messages))});`;
    },
  };
}
