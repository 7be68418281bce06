import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** Imports go one way: files of the lower folders import nothing from the upper ones. */
function layer(lower, upper) {
  const patterns = [{ group: upper.map((folder) => `**/${folder}/**`), message: 'This folder is a layer above.' }];
  return {
    files: lower.map((folder) => `src/${folder}/**`),
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  };
}

export default defineConfig(
  { ignores: ['node_modules/', 'src/api/types.ts'] },
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] },
    },
    rules: {
      'no-undef': 'off', // svelte-check finds them
      'svelte/no-at-html-tags': 'off', // the SVG of boards and the HTML of rules are made by our own server
      'svelte/prefer-svelte-reactivity': 'off', // state that is replaced as a whole ($state.raw) holds plain sets and maps
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  // The types of markup and of configuration files are svelte-check's business.
  { files: ['**/*.svelte', '*.js'], extends: [ts.configs.disableTypeChecked] },
  layer(['api', 'board', 'i18n', 'state'], ['features', 'offline', 'ui']),
  layer(['offline', 'ui'], ['features']),
  {
    files: ['tests/**'],
    rules: {
      '@typescript-eslint/require-await': 'off', // stubs of asynchronous functions
      '@typescript-eslint/unbound-method': 'off', // mocks are handed to expect()
    },
  },
);
