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
import { addWords, chooseLanguage, isRightToLeft, setCatalogue } from './i18n/messages';

const wanted = [preferences.language, ...navigator.languages].filter((code) => code);
const language = chooseLanguage(wanted, Object.keys(languages));
const [{ default: catalogue }, words] = await Promise.all([
  languages[language]!(),
  // A table needs the words of its own game only, and loads them when it knows which.
  frameOf(router.route) === 'none' ? {} : api.words(language).catch(() => ({})),
]);
setCatalogue(language, catalogue);
addWords(words);
document.documentElement.lang = language;
document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr';
document.querySelector<HTMLLinkElement>('link[rel=manifest]')!.href += `?language=${language}`;
mount(App, { target: document.getElementById('page')! });
registerServiceWorker();
