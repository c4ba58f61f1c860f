import { memberOf } from '@hzm/contracts/core/json';
import type { Language } from '@hzm/contracts/core/language';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Operation } from './reference.ts';

/** The calls about the rows of one table in the reference of a project. */
const OF_TABLE = /^table-.+-(list|add|get|change|remove)$/;
type TableVerb = 'list' | 'add' | 'get' | 'change' | 'remove';

/** A text and its language. */
export interface Told {
  readonly lang: Language;
  readonly children: string;
}

export interface ReferenceTexts {
  readonly summaryOf: (operation: Operation) => Told;
  readonly descriptionOf: (operation: Operation) => Told | undefined;
  /** The description of a parameter. */
  readonly noteOf: (text: string) => Told;
}

type Texts = Readonly<Record<string, string>>;
interface Turkish {
  readonly summaries: Texts;
  readonly descriptions: Texts;
  readonly notes: Texts;
}
const none: Turkish = { summaries: {}, descriptions: {}, notes: {} };

async function loaded(): Promise<Turkish> {
  const [summaries, descriptions, notes] = await Promise.all([
    import('@hzm/contracts/features/docs/turkish-summaries.json'),
    import('@hzm/contracts/features/docs/turkish-descriptions.json'),
    import('@hzm/contracts/features/docs/turkish-notes.json'),
  ]);
  return {
    summaries: summaries.default,
    descriptions: descriptions.default,
    notes: notes.default,
  };
}

const toldIn = (turkish: string | undefined, english: string): Told =>
  turkish === undefined ? { lang: 'en', children: english } : { lang: 'tr', children: turkish };

/**
 * Returns the texts of calls in the reader's language: the server describes itself in English, and
 * names of people's own endpoints are as they are. English until the Turkish texts are loaded.
 */
export function useReferenceTexts(): ReferenceTexts {
  const { t, i18n } = useTranslation('api-test');
  const [turkish, setTurkish] = useState(none);
  const isTurkish = i18n.language === 'tr';
  useEffect(() => {
    if (isTurkish) loaded().then(setTurkish, () => undefined);
  }, [isTurkish]);
  const { summaries, descriptions, notes } = isTurkish ? turkish : none;
  return {
    summaryOf: ({ operationId, summary, tags = [] }) => {
      const verb = OF_TABLE.exec(operationId)?.[1] as TableVerb | undefined;
      const ofTable = verb && isTurkish ? t(`table.${verb}`, { table: tags[0] ?? '' }) : undefined;
      return toldIn(ofTable ?? memberOf(summaries, operationId), summary);
    },
    descriptionOf: ({ operationId, description }) =>
      description === undefined
        ? undefined
        : toldIn(memberOf(descriptions, operationId) ?? memberOf(notes, description), description),
    noteOf: text => toldIn(memberOf(notes, text), text),
  };
}
