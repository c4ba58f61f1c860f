import { memberOf } from '@hzm/contracts/core/json';
import type { Language } from '@hzm/contracts/core/language';
import en from '@hzm/contracts/features/widgets/embed.en.json' with { type: 'json' };
import tr from '@hzm/contracts/features/widgets/embed.tr.json' with { type: 'json' };

const texts = { tr, en };

/** Returns a text of an embed in the reader's language. */
export const textIn = (
  language: Language,
  key: keyof typeof tr,
  values: Readonly<Record<string, string>> = {},
): string =>
  memberOf(texts[language], key)!.replace(
    /\{(\w+)\}/g,
    (whole: string, name: string) => memberOf(values, name) ?? whole,
  );
