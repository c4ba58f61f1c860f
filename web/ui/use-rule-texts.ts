import type { FieldValidation } from '@hzm/contracts/features/tables/field-validation';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../lib/format.ts';
import { formatList } from '../lib/list-text.ts';
import { useLanguage } from '../lib/use-language.ts';

/** Returns the rules with an effect: no empty texts or unticked boxes. */
export const saidRules = (rules: FieldValidation): FieldValidation =>
  Object.fromEntries(
    Object.entries(rules).filter(
      ([, value]) => value !== undefined && value !== '' && value !== false,
    ),
  );

export function useRuleTexts(): (validation: FieldValidation) => string[] {
  const { t } = useTranslation('tables');
  const language = useLanguage();
  return validation =>
    Object.entries(saidRules(validation)).map(([name, value]) => {
      const rule = t(`rules.${name as keyof FieldValidation}`);
      if (value === true) return rule;
      if (name === 'dateType')
        return t('rules.value', {
          rule,
          value: t(`rules.${value as 'date' | 'datetime' | 'time'}`),
        });
      return t('rules.value', {
        rule,
        value: Array.isArray(value)
          ? formatList(
              value.map(({ name: option }) => option),
              language,
            )
          : typeof value === 'number'
            ? formatNumber(value, language)
            : String(value),
      });
    });
}
