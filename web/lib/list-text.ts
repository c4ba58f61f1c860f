import type { Language } from '@hzm/contracts/core/language';
import { locales } from './format.ts';

const listsIn = (style: 'long' | 'narrow'): Readonly<Record<Language, Intl.ListFormat>> => ({
  tr: new Intl.ListFormat(locales.tr, { style }),
  en: new Intl.ListFormat(locales.en, { style }),
});
const sentences = listsIn('long');
const enumerations = listsIn('narrow');

/** Formats a list within a sentence: `Ayşe, Can ve Deniz`. */
export const formatList = (items: Iterable<string>, language: Language): string =>
  sentences[language].format(items);

/** Formats a list of parts: `1 open comment, 2 unread comments`. */
export const formatParts = (items: Iterable<string>, language: Language): string =>
  enumerations[language].format(items);
