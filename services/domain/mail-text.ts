import { memberOf } from '@hzm/contracts/core/json';
import type { Language } from '@hzm/contracts/core/language';
import { fill, locales } from '@hzm/services/core/say';

/** Nothing that a person named breaks a line. */
const inLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');

/** Fills the places of a mail's subject or text. */
export const fillMail = (
  language: Language,
  text: string,
  values: Readonly<Record<string, string | number>>,
): string =>
  fill(language, text, name => {
    const value = memberOf(values, name) ?? '';
    return typeof value === 'number' ? value : inLine(value);
  });

/** A moment as a mail says it, in UTC. */
export const momentInMail = (language: Language, instant: string): string =>
  new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(instant));
