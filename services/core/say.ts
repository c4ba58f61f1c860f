import { memberOf } from '@hzm/contracts/core/json';
import type { Text } from '@hzm/contracts/core/problem';
import en from '@hzm/contracts/problems.en.json' with { type: 'json' };
import tr from '@hzm/contracts/problems.tr.json' with { type: 'json' };

const texts: Record<'tr' | 'en', Readonly<Record<string, string>>> = { tr, en };

/** Returns a text for a person; a key without a text is returned as it is. */
export const say = (language: 'tr' | 'en', { key, values = {} }: Text): string =>
  (memberOf(texts[language], key) ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = memberOf(values, name) ?? whole;
    return typeof value === 'object' ? value[language] : String(value);
  });

export const isText = (key: string): boolean => Object.hasOwn(tr, key);
