import { SegmentedControl, Text, useMantineColorScheme } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '../../shell/LanguageSwitch.tsx';
import classes from './Account.module.css';

const schemes = ['light', 'dark', 'auto'] as const;

export function Preferences() {
  const { t } = useTranslation('common');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const id = useId();
  return (
    <div className={classes.preferences}>
      <Text size="sm">{t('language.label')}</Text>
      <LanguageSwitch fullWidth />
      <Text size="sm" id={id}>
        {t('scheme.label')}
      </Text>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-labelledby={id}
        value={colorScheme}
        onChange={setColorScheme}
        data={schemes.map(scheme => ({ value: scheme, label: t(`scheme.${scheme}`) }))}
      />
    </div>
  );
}
