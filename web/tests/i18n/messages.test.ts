import { parse } from '@formatjs/icu-messageformat-parser';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { parse as parseSvelte } from 'svelte/compiler';
import { beforeAll, expect, test } from 'vitest';
import { catalogueFolders, isLater, listLanguages, readCatalogue, readLanguage } from '../../plugins/catalogues';
import {
  addWords,
  chooseLanguage,
  has,
  inOrder,
  isRightToLeft,
  listed,
  pointsText,
  say,
  sayProblem,
  sayReason,
  setCatalogue,
  signed,
} from '../../src/i18n/messages';

const SOURCE = join(import.meta.dirname, '..', '..', 'src');
const GAME_FOLDER = join(SOURCE, '..', '..', 'src', 'fourfold', 'games');
const GAMES = readdirSync(GAME_FOLDER).filter((name) => existsSync(join(GAME_FOLDER, name, 'text')));
const OWN = ['page', 'board'];
const FILES = readdirSync(SOURCE, { recursive: true, encoding: 'utf-8' }).filter((name) => /\.(ts|svelte)$/.test(name));
const TEXTS = new Map(FILES.map((name) => [name, readFileSync(join(SOURCE, name), 'utf-8')]));

const WORDS = {
  tagline: 'Lay tiles.',
  'reason.line': 'Tiles F2: a line.',
  'refuse.well': 'Tiles F7: {left, plural, one {there is still one tile} other {there are still # tiles}} in the well.',
  'lesson.quoted': "It''s a {tile}.",
};

beforeAll(() => {
  setCatalogue('en', readLanguage('en'));
  addWords({ 'my-tiles': WORDS });
});

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

test('every message of every language can be parsed, and is there in English', () => {
  const ofGames = GAMES.map((game) => join(GAME_FOLDER, game, 'text'));
  for (const folder of [...Object.values(catalogueFolders()), ...ofGames]) {
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

test('the words of games are those that the server sends', () => {
  expect(say('my-tiles.tagline')).toBe('Lay tiles.');
  expect(say('my-tiles.lesson.quoted', { tile: 'quad' })).toBe("It's a quad.");
  setCatalogue('en', readLanguage('en'));
  expect(has('my-tiles.tagline')).toBe(false);
  addWords({ 'my-tiles': WORDS });
});

test('a problem is said by its code, with the values as the server sends them', () => {
  const problem = { code: 'my-tiles.refuse.well', message: '…', values: { left: '1' } };
  expect(sayProblem(problem)).toBe('Tiles F7: there is still one tile in the well.');
});

test('a problem that the catalogue does not know, or cannot say, is told in the words of the server', () => {
  for (const code of ['new.thing', 'my-tiles.refuse.well'])
    expect(sayProblem({ code, message: 'As it says.', values: {} })).toBe('As it says.');
});

test('a reason is that of the game, or of the table', () => {
  expect(sayReason('my-tiles', 'line')).toBe('Tiles F2: a line.');
  expect(sayReason('my-tiles', 'resign')).toBe('By resignation.');
});

test('the language is the first that the reader wants and that is there', () => {
  expect(chooseLanguage(['fr', 'de-AT', 'en'], ['de', 'en'])).toBe('de');
  expect(chooseLanguage(['fr'], ['de', 'en'])).toBe('en');
  expect([isRightToLeft('ar-EG'), isRightToLeft('en')]).toEqual([true, false]);
});

test.each([
  ['zh-Hant', 'zh-TW', 'zh-HK', 'zh-MO', 'zh-Hant-CN'],
  ['zh-Hans', 'zh', 'zh-CN', 'zh-SG', 'zh-Hans-TW'],
  ['pt', 'pt-BR', 'pt-PT'],
  ['he', 'iw', 'he-IL'],
  ['en', 'nb', 'no code', ''],
])('%s is found by its script, whatever the region', (language, ...codes) => {
  for (const code of codes) expect(chooseLanguage([code], ['en', 'he', 'pt', 'zh-Hans', 'zh-Hant'])).toBe(language);
});

test('in a right-to-left sentence plain values keep their own direction', () => {
  setCatalogue('he', {
    played: '{who, select, you {you} other {{name}}}: {move}, {count, plural, one {one} other {# of {all}}}',
  });
  const said = say('played', { who: 'other', name: 'Ann', move: 'c4', count: 2, all: 3 });
  expect(said).toBe('\u2068Ann\u2069: \u2068c4\u2069, 2 of \u20683\u2069');
  expect(say('played', { who: 'you', name: 'Ann', move: 'c4', count: 1, all: 3 })).toBe('you: \u2068c4\u2069, one');
  expect(listed(['a', 'b'])).toBe('a, b');
  setCatalogue('ja', {});
  expect(listed(['a', 'b'])).toBe('a、b');
  setCatalogue('en', readLanguage('en'));
  addWords({ 'my-tiles': WORDS });
});

test.each([
  ['כתוב 0,0=0000+25+2.', '0,0=0000+25+2'],
  ['לוח של 6 x 6 משבצות', '6 x 6'],
  ['16 + 27 − 7 = 36. ואם', '16 + 27 − 7 = 36'],
  ['اسحب (−20)', '−20'],
  ['أضف /c3 في آخر الحركة', '/c3'],
  ['وround= هنا', 'round='],
  ['הכתובת http://…/join/…', 'http://…/join/…'],
  ['{count, plural, other {#}}: 0,0={tile}؛ لا', '0,0={tile}'],
  ['חוץ מ־0, 2, 4, 5 (+)', ''],
  ['Quads F5: הצלע (S), e5-f6/c3 או F4, R1', ''],
  ['«fourfold serve --host 0.0.0.0» ב-25', ''],
  ['1. בעמודה 100% ב-2004 Goliath', ''],
])('in a right-to-left sentence notation and sums keep their own direction: %s', (message, kept) => {
  setCatalogue('he', { message });
  const said = message.replace('{count, plural, other {#}}', '2');
  const marked = kept ? said.replace(kept, `\u2068${kept.replaceAll(' ', '\u00a0')}\u2069`) : said;
  expect(say('message', { count: 2, tile: '0224' })).toBe(marked.replace('{tile}', '0224'));
  setCatalogue('en', readLanguage('en'));
  addWords({ 'my-tiles': WORDS });
});

test.each(listLanguages())('a reader of %s loads less than 40 kB of messages', (language) => {
  const built = Object.entries(readLanguage(language));
  expect(brotliCompressSync(JSON.stringify(built)).length).toBeLessThan(40_000);
});

test('what a table says comes with it, also where somebody is asked to sit down', () => {
  const source = join(import.meta.dirname, '..', '..', 'src');
  const isOfTable = /^(board|features[/]match|features[/]invite[/](Invite|QrCode|SeatCodes)|features[/]setup[/]clocks)/;
  const files = readdirSync(source, { recursive: true, encoding: 'utf-8' }).filter((file) => isOfTable.test(file));
  const codes = files
    .filter((file) => /[.](ts|svelte)$/.test(file))
    .flatMap((file) => readFileSync(join(source, file), 'utf-8').match(/(?<=')page[.][a-z_.]+(?=')/g) ?? []);
  expect(codes).toContain('page.join.sit_down');
  expect(codes.filter(isLater)).toEqual([]);
});

test('points and sums keep their order in right-to-left text, and points have a minus', () => {
  setCatalogue('en', readLanguage('en'));
  expect([pointsText(-20), pointsText(7), inOrder('5 + 3')]).toEqual(['−20', '7', '5 + 3']);
  setCatalogue('he', {});
  expect([pointsText(-20), inOrder('5 + 3')]).toEqual(['\u2068−20\u2069', '\u20685 + 3\u2069']);
  setCatalogue('en', readLanguage('en'));
  addWords({ 'my-tiles': WORDS });
});

test('the build has no words of games, and none that only other programs say', () => {
  const namespaces = new Set(Object.keys(readLanguage('en')).map((code) => code.split('.')[0]));
  expect([...namespaces].sort()).toEqual([
    'arena',
    'board',
    'fourfold',
    'match',
    'page',
    'players',
    'puzzles',
    'search',
    'store',
    'web',
  ]);
});

test('no game is named in the sources', () => {
  expect(GAMES.length).toBeGreaterThan(0);
  const named = [...TEXTS].filter(([, text]) => GAMES.some((game) => new RegExp(`\\b${game}\\b`, 'i').test(text)));
  expect(named.map(([name]) => name)).toEqual([]);
});

test.each([
  [-57, 'Your rating: 1143 (−57)'],
  [12, 'Your rating: 1212 (+12)'],
  [0, 'Your rating: 1200'],
])('a rating that changed by %i is told with its sign', (change, told) => {
  setCatalogue('en', readLanguage('en'));
  expect(say('page.puzzle.rated', { rating: `${1200 + change}`, change: signed(change) })).toBe(told);
});
