import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Words } from '../../../lib/values/value-text.ts';
import type { WhereWords } from '../model/where-text.ts';

/** The words that conditions are told in: the same as long as the language is. */
export function useTold(words: Words): Words & WhereWords {
  const { t } = useTranslation('grid');
  return useMemo(
    () => ({
      ...words,
      and: t('filters.and'),
      or: t('filters.or'),
      created: t('filters.created'),
      updated: t('filters.updated'),
    }),
    [words, t],
  );
}
