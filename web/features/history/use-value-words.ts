import { memberOf } from '@hzm/contracts/core/json';
import type { HistoryEntry } from '@hzm/contracts/features/history/history';
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import type { ValueWords } from './value-text.ts';

type Labels = NonNullable<HistoryEntry['labels']>;

/** The names of related rows and files in the listed entries, by id. */
export const LabelsContext = createContext<Labels>({});

export const labelsOf = (entries: readonly HistoryEntry[]): Labels =>
  Object.assign({}, ...entries.map(({ labels }) => labels)) as Labels;

/** Returns the words of values; an id stands for a related row or file without a name. */
export function useValueWords(): ValueWords {
  const { t } = useTranslation('history');
  const labels = useContext(LabelsContext);
  const nameOf = (id: string): string => memberOf(labels, id) ?? id;
  return {
    language: useLanguage(),
    none: t('none'),
    yes: t('yes'),
    no: t('no'),
    related: {
      nameOf: (_, id) => nameOf(id),
      idOf: () => undefined,
      deleted: '',
    },
    files: {
      fileOf: id => ({ file_name: nameOf(id), is_image: false }),
      gone: '',
    },
  };
}
