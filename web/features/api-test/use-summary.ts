import { memberOf } from '@hzm/contracts/core/json';
import type { Language } from '@hzm/contracts/core/language';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Operation } from './reference.ts';

/** The calls about the rows of one table in the reference of a project. */
const OF_TABLE = /^table-.+-(list|add|get|change|remove)$/;
type TableVerb = 'list' | 'add' | 'get' | 'change' | 'remove';

/** A summary and its language. */
export interface Summary {
  readonly lang: Language;
  readonly children: string;
}

type Summaries = Readonly<Record<string, string>>;

/**
 * Returns what tells the summary of a call in the reader's language: the server describes itself in
 * English, and names of people's own endpoints are as they are. English until the texts are there.
 */
export function useSummary(): (operation: Operation) => Summary {
  const { t, i18n } = useTranslation('api-test');
  const [turkish, setTurkish] = useState<Summaries>({});
  const isTurkish = i18n.language === 'tr';
  useEffect(() => {
    if (isTurkish)
      import('@hzm/contracts/features/docs/turkish-summaries.json').then(
        texts => setTurkish(texts.default),
        () => undefined,
      );
  }, [isTurkish]);
  return ({ operationId, summary, tags = [] }) => {
    const verb = OF_TABLE.exec(operationId)?.[1] as TableVerb | undefined;
    const text = verb
      ? t(`table.${verb}`, { table: tags[0] ?? '' })
      : memberOf(turkish, operationId);
    return isTurkish && text !== undefined
      ? { lang: 'tr', children: text }
      : { lang: 'en', children: summary };
  };
}
