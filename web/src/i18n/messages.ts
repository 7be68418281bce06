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

/** Set plain values apart, so that a move or a name keeps its own direction in a right-to-left sentence. */
function isolate(elements: MessageFormatElement[]): MessageFormatElement[] {
  return elements.flatMap((element) => {
    if ('options' in element) for (const option of Object.values(element.options)) option.value = isolate(option.value);
    if (Number(element.type) !== ARGUMENT) return [element];
    return [{ type: LITERAL, value: ISOLATE }, element, { type: LITERAL, value: END }];
  });
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
  if (message === undefined || !SYNTAX.test(message)) return message ?? code;
  let format = formats.get(code);
  if (!format) {
    format = new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
    if (isRightToLeft(language)) {
      const elements = format.getAst();
      elements.splice(0, elements.length, ...isolate(elements));
    }
    formats.set(code, format);
  }
  return String(format.format(values));
}

/** Words one after the other. */
export function listed(words: readonly string[]): string {
  return words.join(COMMAS[language.split('-')[0] ?? ''] ?? ', ');
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
