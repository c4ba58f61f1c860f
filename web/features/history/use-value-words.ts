import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import type { ValueWords } from './value-text.ts';

export function useValueWords(): ValueWords {
  const { t } = useTranslation('history');
  return { language: useLanguage(), none: t('none'), yes: t('yes'), no: t('no') };
}
