import { memberOf } from '@hzm/contracts/core/json';
import type { Language } from '@hzm/contracts/core/language';
import en from '@hzm/contracts/features/monitoring/log.en.json' with { type: 'json' };
import tr from '@hzm/contracts/features/monitoring/log.tr.json' with { type: 'json' };
import { fill } from '@hzm/services/core/say';

const texts: Readonly<Record<Language, Readonly<Record<string, string>>>> = { tr, en };

/** Returns a text of the log in the reader's language; a key without a text is returned as it is. */
export const textIn = (
  language: Language,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string => fill(language, memberOf(texts[language], key) ?? key, name => memberOf(values, name));
