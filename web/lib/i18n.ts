import { isolated } from '@hzm/contracts/core/isolated';
import { languages, type Language } from '@hzm/contracts/core/language';
import i18n, {
  type BackendModule,
  type FormatterModule,
  type InitOptions,
  type ReadCallback,
  type Resource,
} from 'i18next';
import { initReactI18next } from 'react-i18next';
import { formatNumber } from './format.ts';
import { DEFAULT_LANGUAGE, readersLanguage, saveLanguage, savedLanguage } from './language.ts';
import { whenOnline } from './when-reachable.ts';

/**
 * Loads `/locales/{lng}/{ns}.json`. Only transient failures are to be retried; texts that the server
 * does not have in a language are those of the default language.
 */
async function readTexts(language: string, namespace: string): Promise<Parameters<ReadCallback>> {
  const failed = (reason: unknown, isTransient: boolean): Parameters<ReadCallback> => [
    reason as Error,
    isTransient,
  ];
  try {
    await whenOnline();
    const response = await fetch(`/locales/${language}/${namespace}.json`);
    if (response.ok) return [null, await response.json()];
    if (response.status >= 500 || language === DEFAULT_LANGUAGE)
      return failed(Error(`HTTP ${response.status}`), response.status >= 500);
  } catch (error) {
    return failed(error, true);
  }
  return readTexts(DEFAULT_LANGUAGE, namespace);
}

const backend: BackendModule = {
  type: 'backend',
  callbackApi: true,
  init: () => {},
  read: (language, namespace, done) => {
    void readTexts(language, namespace).then(answer => done(...answer));
  },
};

/**
 * Formats numbers in texts, lowercases a word within a sentence for `{{word, lowercase}}`, and chooses
 * the words that go with a number for `{{count, row|rows}}`.
 */
const numbers: FormatterModule = {
  type: 'formatter',
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value: unknown, form, language) => {
    const [one, other] = form?.split('|') ?? [];
    if (other !== undefined)
      return new Intl.PluralRules(language).select(Number(value)) === 'one' ? one! : other;
    if (typeof value === 'number') return formatNumber(value, language as Language);
    if (typeof value !== 'string') return value as string;
    return isolated(form === 'lowercase' ? value.toLocaleLowerCase(language) : value);
  },
};

/**
 * Both languages have the same keys (tests/texts.test.ts), so that no fallback language is loaded.
 */
const options: InitOptions = {
  fallbackLng: false,
  supportedLngs: languages,
  load: 'languageOnly',
  ns: ['common'],
  defaultNS: 'common',
  interpolation: { escapeValue: false, alwaysFormat: true },
  react: { useSuspense: false, transKeepBasicHtmlNodesFor: ['br', 'strong', 'i', 'p'] },
  maxParallelReads: 10,
  maxRetries: 5,
  retryTimeout: 350,
};

/**
 * Bounds the wait of the first page for its texts, in milliseconds; later ones appear afterwards.
 */
const FIRST_TEXTS_MS = 3_000;

/**
 * Loads the texts that every screen needs, with those sent in the page. Resolves when they are
 * loaded, or after `FIRST_TEXTS_MS`.
 */
export function startTexts(known: Resource[string] = {}): Promise<unknown> {
  const language = readersLanguage();
  // Restores a missing language cookie from the saved choice.
  if (savedLanguage() !== null) saveLanguage(language);
  i18n.on('languageChanged', lang => {
    document.documentElement.lang = lang;
  });
  const loaded = i18n
    .use(backend)
    .use(numbers)
    .use(initReactI18next)
    .init({
      ...options,
      lng: language,
      resources: { [language]: known },
      partialBundledLanguages: true,
    });
  return Promise.race([
    loaded,
    new Promise(resolve => {
      setTimeout(resolve, FIRST_TEXTS_MS);
    }),
  ]);
}

/** Sets up texts for prerendered pages. */
export async function giveTexts(
  resources: Resource,
): Promise<(language: Language) => Promise<unknown>> {
  await i18n
    .use(numbers)
    .use(initReactI18next)
    .init({ ...options, lng: DEFAULT_LANGUAGE, resources });
  return language => i18n.changeLanguage(language);
}

export async function changeLanguage(language: Language): Promise<void> {
  saveLanguage(language);
  await i18n.changeLanguage(language);
}

/** Loads the texts of a feature, for route loaders, whose data are the namespaces. */
export async function loadTexts(...namespaces: readonly string[]): Promise<readonly string[]> {
  await i18n.loadNamespaces(namespaces);
  return namespaces;
}
