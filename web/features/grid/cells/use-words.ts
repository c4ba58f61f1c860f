import { createContext, use, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/use-language.ts';
import type { Words } from '../../../lib/values/value-text.ts';

/** Words with the texts of related rows, inside a table. */
export const WordsContext = createContext<Words | undefined>(undefined);

/** The reader's language of values. */
export function useWords(): Words {
  const given = use(WordsContext);
  const { t } = useTranslation('grid');
  const language = useLanguage();
  const [yes, no] = [t('yes'), t('no')];
  const [me, somebody] = [t('people.me'), t('people.somebody')];
  const [former, author] = [t('people.former'), t('people.author')];
  const plain = useMemo(
    () => ({ language, yes, no, me, former, author, somebody }),
    [language, yes, no, me, former, author, somebody],
  );
  return given ?? plain;
}
