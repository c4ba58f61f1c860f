import { memberOf } from '@hzm/contracts/core/json';
import type { Language } from '@hzm/contracts/core/language';
import { fill, locales } from '@hzm/services/core/say';

/** Nothing that a person named breaks a line. */
const inLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');

/** Placeholders of mails that hold names given by people. */
const NAMED: ReadonlySet<string> = new Set(['name', 'inviter', 'project']);
/** Dots before two letters or more, as domains end; invisible characters may stand between. */
const DOTS = /([.\u3002\uff0e\uff61])(?=\p{DI}*\p{L}\p{DI}*[\p{L}\p{M}\p{N}-])/gu;

/** Returns a name that no mail program shows as a link, since anybody may choose their name. */
const unlinked = (name: string): string => name.replaceAll('://', ': //').replace(DOTS, '$1 ');

/** Fills the places of a mail's subject or text. */
export const fillMail = (
  language: Language,
  text: string,
  values: Readonly<Record<string, string | number>>,
): string =>
  fill(language, text, name => {
    const value = memberOf(values, name) ?? '';
    if (typeof value === 'number') return value;
    return inLine(NAMED.has(name) ? unlinked(value) : value);
  });

/** A moment as a mail says it, in UTC. */
export const momentInMail = (language: Language, instant: string): string =>
  new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(instant));
