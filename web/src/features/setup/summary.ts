/** A match to be set up in one sentence. */
import type { Game, Level, Option } from '../../api/schemas';
import { listed, say, sayOr } from '../../i18n/messages';
import { clockName } from './clocks';
import { isAmongPeople, wishOf, type Form } from './setup';

/** An option that differs from the usual, in words. */
export function optionName(game: string, option: Option, value: string): string {
  const code = `${game}.option.${option.name}`;
  const label = sayOr(`${code}.label`, option.label);
  if (option.kind === 'flag') return value === 'off' ? say('page.play.summary.without', { label }) : label;
  const meaning = option.kind === 'choice' ? sayOr(`${code}.${value}`, option.words[value] ?? value) : value;
  return say('page.play.summary.option', { label, value: meaning });
}

/** The options that differ from the usual ones. */
export function optionNames(game: Game, options: Record<string, string>): string[] {
  return game.options
    .filter((option) => options[option.name] !== undefined)
    .map((option) => optionName(game.id, option, options[option.name] ?? ''));
}

/** What is played, and then against whom and how long it takes. */
export function summaryOf(game: Game, form: Form, levels: readonly Level[]): { facts: string; rest: string } {
  const { options = {} } = wishOf(game, form);
  const facts = [
    say('page.play.summary.players', { seats: form.seats }),
    ...optionNames(game, options),
    clockName(form.clock),
  ];
  const level = levels.find((known) => known.id === form.level);
  const name = level ? sayOr(`players.${level.id}`, level.name) : '';
  const computers = form.way === 'computer' ? form.seats - 1 : isAmongPeople(form) ? form.computers : 0;
  const values = { name: form.challenged.trim() || 'nobody', count: computers, level: name };
  const rest = [
    say(`page.play.summary.${form.way}`, values),
    computers && form.way !== 'computer' ? say('page.play.summary.level', values) : '',
    game.minutes ? say('page.play.summary.minutes', { minutes: game.minutes }) : '',
  ];
  return { facts: listed(facts), rest: rest.filter((part) => part).join(' ') };
}
