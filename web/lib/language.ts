import { languages, type Language } from '@hzm/contracts/core/language';

export const DEFAULT_LANGUAGE: Language = 'tr';

/** Storage key of the language; a cookie of the same name tells the server which page to send. */
const LANGUAGE_KEY = 'preferred-language';
const YEAR_S = 31_536_000;

const known = (tag: string | null | undefined): Language | undefined =>
  languages.find(language => tag?.toLowerCase().split('-')[0] === language);

/**
 * Returns the saved language, else the first supported one of the browser, else the page's, else
 * Turkish.
 */
const detectLanguage = (saved: string | null, browser: readonly string[], page: string): Language =>
  known(saved) ??
  browser.map(known).find(language => language !== undefined) ??
  known(page) ??
  DEFAULT_LANGUAGE;

export const savedLanguage = (): string | null => localStorage.getItem(LANGUAGE_KEY);

export const readersLanguage = (): Language =>
  detectLanguage(savedLanguage(), navigator.languages, document.documentElement.lang);

export function saveLanguage(language: Language): void {
  localStorage.setItem(LANGUAGE_KEY, language);
  document.cookie = `${LANGUAGE_KEY}=${language}; path=/; max-age=${YEAR_S}; samesite=lax`;
}
