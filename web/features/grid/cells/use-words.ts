import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/use-language.ts';
import type { Words } from '../../../lib/values/value-text.ts';

/** The reader's language of values. */
export function useWords(): Words {
  const { t } = useTranslation('grid');
  const language = useLanguage();
  const [yes, no] = [t('yes'), t('no')];
  return useMemo(() => ({ language, yes, no }), [language, yes, no]);
}
