/** The entry point: loads the messages of the language, mounts the page, registers the service worker. */
import languages from 'virtual:languages';
import { mount } from 'svelte';
import { api } from './api/client';
import './app.css';
import App from './App.svelte';
import { registerServiceWorker } from './offline/registration';
import { router } from './state/router.svelte';
import { frameOf } from './state/routes';
import { preferences } from './state/preferences.svelte';
import { addMessages, addWords, chooseLanguage, direction, setCatalogue } from './i18n/messages';

const wanted = [preferences.language, ...navigator.languages].filter((code) => code);
const language = chooseLanguage(wanted, Object.keys(languages));
const { first, rest } = languages[language]!;
/** A table begins with few messages, and loads the words of its own game when it knows which. */
const isTable = router.route.page === 'match' && router.route.ply === undefined;
const [{ default: catalogue }, further, words] = await Promise.all([
  first(),
  isTable ? null : rest(),
  frameOf(router.route) === 'none' ? {} : api.words(language).catch(() => ({})),
]);
setCatalogue(language, catalogue);
addMessages(further?.default ?? {});
addWords(words);
document.documentElement.lang = language;
document.documentElement.dir = direction();
document.querySelector<HTMLLinkElement>('link[rel=manifest]')!.href += `?language=${language}`;
const whole = async (): Promise<void> => addMessages((await rest()).default);
mount(App, { target: document.getElementById('page')!, props: { loadRest: isTable ? whole : null } });
registerServiceWorker();
