import { languages } from '@hzm/contracts/core/language';
import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { changeLanguage } from '../lib/i18n.ts';
import { useLanguage } from '../lib/use-language.ts';

/** Turkish or English, each named in its own language. */
export function LanguageSwitch({ fullWidth = false }: { fullWidth?: boolean }) {
  const { t } = useTranslation('common');
  return (
    <SegmentedControl
      size="xs"
      fullWidth={fullWidth}
      aria-label={t('language.label')}
      value={useLanguage()}
      onChange={value => void changeLanguage(value)}
      data={languages.map(language => ({
        value: language,
        label: fullWidth ? t(`language.${language}`) : language.toUpperCase(),
      }))}
    />
  );
}
