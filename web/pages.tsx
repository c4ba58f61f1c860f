import { memberOf } from '@hzm/contracts/core/json';
import { languages, type Language } from '@hzm/contracts/core/language';
import { createMemoryHistory } from '@tanstack/react-router';
import type { Resource, ResourceLanguage } from 'i18next';
import { renderToString } from 'react-dom/server';
import { App } from './App.tsx';
import { giveTexts } from './lib/i18n.ts';
import { newRouter } from './router.ts';

export { languages };

/** The addresses that need no account: whoever comes to one reads before anything runs. */
const paths = ['/', '/login', '/register'] as const;

/** The content of a page, as the application draws it first. */
export interface Made {
  readonly path: string;
  readonly language: Language;
  /** The routes that it shows, outermost first. */
  readonly routes: readonly string[];
  /** `<title>` and `<meta>` of the head. */
  readonly head: string;
  readonly body: string;
  readonly texts: ResourceLanguage;
}

const files = import.meta.glob<ResourceLanguage[string]>('./locales/*/*.json', {
  eager: true,
  import: 'default',
});

function resources(): Resource {
  const all: Resource = {};
  for (const [file, texts] of Object.entries(files)) {
    const [, , language = '', name = ''] = file.split('/');
    (all[language] ??= {})[name.replace('.json', '')] = texts;
  }
  return all;
}

/** Each page in each language. For the build. */
export async function makePages(): Promise<Made[]> {
  const known = resources();
  const speak = await giveTexts(known);
  const made: Made[] = [];
  for (const language of languages) {
    await speak(language);
    for (const path of paths) made.push(await make(path, language, known[language]!));
  }
  return made;
}

async function make(path: string, language: Language, texts: ResourceLanguage): Promise<Made> {
  const router = newRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const html = renderToString(<App router={router} />);
  // Elements of the head come first.
  const head = /^(?:<title>.*?<\/title>|<meta [^>]*>)*/.exec(html)![0];
  const names = ['common', ...router.state.matches.flatMap(({ loaderData }) => loaderData ?? [])];
  return {
    path,
    language,
    routes: router.state.matches.map(({ routeId }) => routeId),
    head,
    body: html.slice(head.length),
    texts: Object.fromEntries(names.map(name => [name, memberOf(texts, name)!])),
  };
}
