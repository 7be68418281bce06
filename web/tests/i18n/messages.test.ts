import { parse } from '@formatjs/icu-messageformat-parser';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseSvelte } from 'svelte/compiler';
import { beforeAll, expect, test } from 'vitest';
import { catalogueFolders, compileLanguage, listLanguages, readCatalogue } from '../../plugins/catalogues';
import {
  chooseLanguage,
  isRightToLeft,
  say,
  sayProblem,
  sayReason,
  setCatalogue,
  type Catalogue,
} from '../../src/i18n/messages';

const SOURCE = join(import.meta.dirname, '..', '..', 'src');
const OWN = ['page', 'board'];
const FILES = readdirSync(SOURCE, { recursive: true, encoding: 'utf-8' }).filter((name) => /\.(ts|svelte)$/.test(name));
const TEXTS = new Map(FILES.map((name) => [name, readFileSync(join(SOURCE, name), 'utf-8')]));

beforeAll(() => setCatalogue('en', compileLanguage('en') as Catalogue));

function ownMessages(): string[] {
  const folders = catalogueFolders();
  return OWN.flatMap((space) => Object.keys(readCatalogue(folders[space]!, 'en')).map((name) => `${space}.${name}`));
}

/** The codes in the sources: whole ones, and patterns of those that are put together there. */
function codesInUse(): { whole: Set<string>; patterns: RegExp[] } {
  const whole = new Set<string>();
  const patterns: RegExp[] = [];
  for (const text of TEXTS.values()) {
    for (const [, code] of text.matchAll(/['"]((?:page|board)\.[\w.]+)['"]/g)) whole.add(code!);
    for (const [, code] of text.matchAll(/`((?:page|board)\.[^`]*)`/g)) {
      if (!code!.includes('${')) whole.add(code!);
      else
        patterns.push(
          new RegExp(
            `^${code!
              .split(/\$\{[^}]*\}/)
              .map((part) => part.replaceAll('.', '\\.'))
              .join('[\\w-]+')}$`,
          ),
        );
    }
  }
  return { whole, patterns };
}

test('every message that the sources name is in the catalogue', () => {
  const known = new Set(ownMessages());
  const { whole, patterns } = codesInUse();
  expect(whole.size).toBeGreaterThan(50);
  expect([...whole].filter((code) => !known.has(code))).toEqual([]);
  expect(patterns.filter((pattern) => ![...known].some((code) => pattern.test(code)))).toEqual([]);
});

test('every message in the catalogue is used', () => {
  const { whole, patterns } = codesInUse();
  const unused = ownMessages().filter((code) => !whole.has(code) && !patterns.some((pattern) => pattern.test(code)));
  expect(unused).toEqual([]);
});

test('what is only for learning is compiled apart', () => {
  const [plain, learning] = [compileLanguage('fr'), compileLanguage('fr', true)].map((all) => Object.keys(all));
  expect(learning!.length).toBeGreaterThan(50);
  expect(learning!.every((code) => /^\w+\.(lesson|advice)\./.test(code))).toBe(true);
  expect(plain!.filter((code) => learning!.includes(code))).toEqual([]);
});

test('every message of every language can be parsed, and takes the values of the English one', () => {
  for (const folder of Object.values(catalogueFolders())) {
    const english = readCatalogue(folder, 'en');
    for (const language of listLanguages()) {
      for (const [name, message] of Object.entries(readCatalogue(folder, language))) {
        parse(message, { ignoreTag: true });
        expect(english, `${language}: ${name}`).toHaveProperty([name]);
      }
    }
  }
});

const READ_OUT = new Set(['aria-label', 'title', 'alt', 'placeholder']);

/** The texts in a component's markup, and in the attributes that are shown or read out. */
function wordsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(wordsIn);
  if (!node || typeof node !== 'object') return [];
  const { type, name, data } = node as { type?: string; name?: string; data?: string };
  if (type === 'Text') return /\p{L}/u.test(data ?? '') ? [data!.trim()] : [];
  if (type === 'StyleDirective') return [];
  if (type === 'Attribute' && !READ_OUT.has(name ?? '')) return [];
  return Object.values(node).flatMap(wordsIn);
}

test.each(FILES.filter((name) => name.endsWith('.svelte')))('%s holds no words for people', (name) => {
  expect(wordsIn(parseSvelte(TEXTS.get(name)!, { modern: true }).fragment)).toEqual([]);
});

test('values are put in, by the rules of the language', () => {
  expect(say('page.invite.title', { open: 1 })).toBe('One seat is still open');
  expect(say('page.invite.title', { open: 3 })).toBe('3 seats are still open');
});

test('a problem is said by its code, with the values as the server sends them', () => {
  const problem = { code: 'quadominos.refuse.well_not_empty', message: '…', values: { left: '1' } };
  expect(sayProblem(problem)).toBe(
    'Quad-Ominos F7: there is still one tile in the well; who cannot place a tile draws.',
  );
});

test('a problem that the catalogue does not know, or cannot say, is told in the words of the server', () => {
  expect(sayProblem({ code: 'new.thing', message: 'As it says.', values: {} })).toBe('As it says.');
  expect(sayProblem({ code: 'quadominos.refuse.well_not_empty', message: 'As it says.', values: {} })).toBe(
    'As it says.',
  );
});

test('a reason is that of the game, or of the table', () => {
  expect(sayReason('exago', 'repetition')).toContain('Exago R5');
  expect(sayReason('exago', 'resign')).toBe('The others resigned.');
});

test('the language is the first that the reader wants and that is there', () => {
  expect(chooseLanguage(['fr', 'de-AT', 'en'], ['de', 'en'])).toBe('de');
  expect(chooseLanguage(['fr'], ['de', 'en'])).toBe('en');
  expect([isRightToLeft('ar-EG'), isRightToLeft('en')]).toEqual([true, false]);
});

test('what only other programs say is not sent to the reader', () => {
  const namespaces = new Set(Object.keys(compileLanguage('en')).map((code) => code.split('.')[0]));
  expect([...namespaces].sort()).toEqual([
    'board',
    'exago',
    'fourfold',
    'match',
    'page',
    'players',
    'puzzles',
    'qawale',
    'quadominos',
    'quads',
    'search',
    'web',
  ]);
});
