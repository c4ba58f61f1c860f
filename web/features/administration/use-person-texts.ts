import { useTranslation } from 'react-i18next';
import type { PersonRule } from './person-values.ts';

export function usePersonTexts(): (
  problems: Readonly<Record<string, PersonRule | undefined>>,
) => Record<string, string> {
  const { t } = useTranslation('administration');
  return problems =>
    Object.fromEntries(
      Object.entries(problems).flatMap(([member, rule]) =>
        rule === undefined ? [] : [[member, t(`rules.${rule}`)]],
      ),
    );
}
