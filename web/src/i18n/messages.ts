/** Internationalisation: ICU messages by code, in the user's language. */
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { IntlMessageFormat } from 'intl-messageformat';
import { ApiError } from '../api/http';
import type { Problem } from '../api/schemas';
import type { Refused } from '../board/types';

/** ICU messages by code; each is parsed when it is first said. */
export type Catalogue = Record<string, string>;
export type Values = Record<string, string | number>;

/** A message with any of these is more than plain text. */
const SYNTAX = /[{}']/;
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur']);
/** The kinds of elements of a message that are looked for: its parser's numbers. */
const [LITERAL, ARGUMENT] = [0, 1];
/** The marks around text of unknown direction. */
const [ISOLATE, END] = ['\u2068', '\u2069'];
/**
 * Notation and sums in right-to-left text: words of these signs, with others between them: 0,0=0000+25+2, 6 x 6, /c3.
 * After a Latin word that begins it, further words belong to it too. The server has the same in text/patterns.py.
 */
const [VALUE, OTHER] = ['\ue000', '\ue001']; // stand for a plain value, and for any other element of a message
const SIGN = `[0-9A-Za-z_${VALUE}]`;
const WORD = `${SIGN}+(?:(?:[-=+−×/.,:…]+| [-=+−×x] )${SIGN}+)*`;
const LEFT_TO_RIGHT = new RegExp(
  `(?:(?=[A-Za-z])${WORD}(?: [-+−/.]*(?!${VALUE})${WORD})*|(?:(?<![\\p{L}\\p{N}_])[-+−/.]+)?${WORD})(?:=|/…?)?`,
  'gu',
);
/** A number, or what begins and ends as Latin words do. */
const KEEPS_ORDER = new RegExp(`^(?:[0-9]+|[A-Za-z][^${VALUE}]*(?<![=/…]))$`, 'u');
/** What stands between the words of a list, where it is not a comma and a space. */
const COMMAS: Record<string, string> = { ar: '، ', ja: '、', zh: '、' };

let catalogue: Catalogue = {};
let language = 'en';
const formats = new Map<string, IntlMessageFormat>();

/** The first wanted language that exists: by its script if need be (zh-TW is zh-Hant), whatever the region. */
export function chooseLanguage(wanted: readonly string[], present: readonly string[]): string {
  for (const code of wanted) {
    try {
      const { language: name, script } = new Intl.Locale(code).maximize();
      const found = [`${name}-${script}`, name].find((candidate) => present.includes(candidate));
      if (found) return found;
    } catch {
      // No code of a language.
    }
  }
  return 'en';
}

export function isRightToLeft(code: string): boolean {
  return RIGHT_TO_LEFT.has(code.split('-')[0] ?? '');
}

/** The direction of a language, or of the user's, as HTML names it. */
export function direction(code = language): 'ltr' | 'rtl' {
  return isRightToLeft(code) ? 'rtl' : 'ltr';
}

/** Set notation and sums apart that right-to-left text would turn round; they stay on one line. */
function isolate(text: string): string {
  return text.replace(LEFT_TO_RIGHT, (run) =>
    KEEPS_ORDER.test(run) ? run : ISOLATE + run.replaceAll(' ', '\u00a0') + END,
  );
}

/** Set values, notation and sums apart, so that they keep their own direction in a right-to-left sentence. */
function isolateElements(elements: MessageFormatElement[]): MessageFormatElement[] {
  const values: MessageFormatElement[] = [];
  const text = elements.map((element) => {
    if ('options' in element)
      for (const option of Object.values(element.options)) option.value = isolateElements(option.value);
    if (Number(element.type) === LITERAL && 'value' in element) return element.value;
    values.push(element);
    return Number(element.type) === ARGUMENT ? VALUE : OTHER;
  });
  return isolate(text.join(''))
    .split(new RegExp(`([${VALUE}${OTHER}])`, 'u'))
    .filter((piece) => piece)
    .map((piece) => (piece === VALUE || piece === OTHER ? values.shift()! : { type: LITERAL, value: piece }));
}

export function setCatalogue(code: string, messages: Catalogue): void {
  language = code;
  catalogue = { ...messages };
  formats.clear();
}

/** Add further messages of the page. */
export function addMessages(messages: Catalogue): void {
  Object.assign(catalogue, messages);
}

/** Add the catalogues of games, by the ids of the games. */
export function addWords(words: Record<string, Catalogue>): void {
  for (const [game, messages] of Object.entries(words))
    for (const [name, message] of Object.entries(messages)) catalogue[`${game}.${name}`] = message;
}

export function currentLanguage(): string {
  return language;
}

export function has(code: string): boolean {
  return code in catalogue;
}

/** The formatted message of a code; an unknown code stands for itself. */
export function say(code: string, values: Values = {}): string {
  const message = catalogue[code];
  if (message === undefined) return code;
  if (!SYNTAX.test(message)) return isRightToLeft(language) ? isolate(message) : message;
  let format = formats.get(code);
  if (!format) {
    format = new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
    if (isRightToLeft(language)) {
      const elements = format.getAst();
      elements.splice(0, elements.length, ...isolateElements(elements));
    }
    formats.set(code, format);
  }
  return String(format.format(values));
}

/** Words one after the other. */
export function listed(words: readonly string[]): string {
  return words.join(COMMAS[language.split('-')[0] ?? ''] ?? ', ');
}

/** Numbers and sums in the order that they have from left to right, whatever surrounds them. */
export function inOrder(sum: string): string {
  return isRightToLeft(language) ? ISOLATE + sum + END : sum;
}

/** Points; below zero with a minus. */
export function pointsText(points: number): string {
  return inOrder(String(points).replace('-', '−'));
}

/** A difference with its sign. */
export function signed(difference: number): string {
  return new Intl.NumberFormat(language, { signDisplay: 'exceptZero' }).format(difference).replace('-', '−');
}

/** Words with a capital first letter. */
export function capitalise(words: string): string {
  return words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
}

/** The message of a code, or the fallback if the catalogue has none. */
export function sayOr(code: string, told: string): string {
  return has(code) ? say(code) : told;
}

/** A problem in the user's language if the catalogue has it, else the server's English sentence. */
export function sayProblem(problem: Problem): string {
  if (has(problem.code)) {
    try {
      return say(problem.code, problem.values);
    } catch {
      // A value is missing: fall back to the server's sentence.
    }
  }
  return problem.message || problem.code;
}

/** Why a match ended, by a rule of the game or of all matches. */
export function sayReason(game: string, code: string): string {
  const own = `${game}.reason.${code}`;
  return say(has(own) ? own : `fourfold.reason.${code}`);
}

/** An error as a problem, also where the server was not reached. */
export function problemOf(error: unknown): Problem {
  return error instanceof ApiError ? error.problem : { code: '', message: String(error), values: {}, rule: '' };
}

/** A refusal in its short words: what is wrong, and why. The long sentence stands for games without short ones. */
export function sayRefusal(problem: Problem): { what: string; why: string } {
  const short = problem.code.replace(/\.(refuse|notice)\./, '.short.');
  const words = short !== problem.code && has(short) ? sayProblem({ ...problem, code: short }) : sayProblem(problem);
  const [what = '', ...why] = words.split('\n');
  return { what, why: why.join(' ') };
}

/** A refusal of clicks, for the bubble at the last of them: its short words and the address of the rule. */
export function sayAtSpot(game: string, path: readonly string[], problem: Problem): Refused {
  const link = problem.rule ? `/learn/${game}#${problem.rule}` : '';
  return { cell: path.at(-1) ?? '', ...sayRefusal(problem), link };
}

/** An error in words. */
export function errorText(error: unknown): string {
  return error instanceof ApiError ? sayProblem(error.problem) : String(error);
}
