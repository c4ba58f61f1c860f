import i18n, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { DEFAULT_LANGUAGE, detectLanguage, LANGUAGE_KEY, languages, type Language } from './language.ts';

/** Reads `/locales/{lng}/{ns}.json`. Only passing failures are tried again. */
const backend: BackendModule = {
  type: 'backend',
  callbackApi: true,
  init: () => {},
  read: (language, namespace, done) => {
    fetch(`/locales/${language}/${namespace}.json`).then(
      async response => (response.ok ? done(null, await response.json()) : done(new Error(`HTTP ${response.status}`), response.status >= 500)),
      (error: Error) => done(error, true),
    );
  },
};

/** The longest that a first page waits for its texts, in milliseconds; slower ones come in afterwards. */
const FIRST_TEXTS_MS = 3_000;

/** Begins to load the texts. Resolves when they are there, or when waiting longer would be worse than keys for a moment. */
export function startTexts(): Promise<unknown> {
  i18n.on('languageChanged', language => { document.documentElement.lang = language; });
  const loaded = i18n.use(backend).use(initReactI18next).init({
    lng: detectLanguage(localStorage.getItem(LANGUAGE_KEY), navigator.languages, document.documentElement.lang),
    fallbackLng: DEFAULT_LANGUAGE,
    supportedLngs: languages,
    load: 'languageOnly',
    ns: ['common', 'dashboard', 'forms', 'homepage', 'translation'],
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    react: { useSuspense: false, transKeepBasicHtmlNodesFor: ['br', 'strong', 'i', 'p'] },
    maxParallelReads: 10, maxRetries: 5, retryTimeout: 350,
  });
  return Promise.race([loaded, new Promise(resolve => { setTimeout(resolve, FIRST_TEXTS_MS); })]);
}

/** Changes the language and remembers it. */
export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(LANGUAGE_KEY, language);
  await i18n.changeLanguage(language);
}

export const currentLanguage = (): Language => (i18n.resolvedLanguage as Language | undefined) ?? DEFAULT_LANGUAGE;

/** Loads the texts of a feature; for route loaders. */
export const loadTexts = (...namespaces: string[]): Promise<void> => i18n.loadNamespaces(namespaces);
