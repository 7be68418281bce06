/** The entry point: chooses the language, mounts the page, registers the service worker. */
import languages from 'virtual:languages';
import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { registerServiceWorker } from './offline/registration';
import { preferences } from './state/preferences.svelte';
import { chooseLanguage, isRightToLeft, setCatalogue } from './i18n/messages';

const wanted = [preferences.language, ...navigator.languages].filter((code) => code);
const language = chooseLanguage(wanted, Object.keys(languages));
const { default: catalogue } = await languages[language]!();
setCatalogue(language, catalogue);
document.documentElement.lang = language;
document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr';
document.querySelector<HTMLLinkElement>('link[rel=manifest]')!.href += `?language=${language}`;
mount(App, { target: document.getElementById('page')! });
registerServiceWorker();
