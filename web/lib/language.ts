export const languages = ['tr', 'en'] as const;
export type Language = (typeof languages)[number];
export const DEFAULT_LANGUAGE: Language = 'tr';

/** Where the choice of language is kept. */
export const LANGUAGE_KEY = 'preferred-language';

const known = (tag: string | null | undefined): Language | undefined => languages.find(language => tag?.toLowerCase().split('-')[0] === language);

/** The saved choice, else the first of the browser's languages that we speak, else the page's, else Turkish. */
export const detectLanguage = (saved: string | null, browser: readonly string[], page: string): Language =>
  known(saved) ?? browser.map(known).find(language => language !== undefined) ?? known(page) ?? DEFAULT_LANGUAGE;
