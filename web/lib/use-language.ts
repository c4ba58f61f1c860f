import { languages, type Language } from '@hzm/contracts/core/language';
import { useTranslation } from 'react-i18next';
import { DEFAULT_LANGUAGE } from './language.ts';

export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return languages.find(language => language === i18n.resolvedLanguage) ?? DEFAULT_LANGUAGE;
}
