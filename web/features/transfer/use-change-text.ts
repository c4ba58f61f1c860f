import type { FieldValidation } from '@hzm/contracts/features/tables/field-validation';
import type { SchemaChange } from '@hzm/contracts/features/transfers/transfer';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { formatParts } from '../../lib/list-text.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { useRuleTexts } from '../../ui/use-rule-texts.ts';

/** Whether a change is planned or done. */
export type Tense = 'will' | 'did';

/** Describes differences of a table, one sentence each. */
export function useChangeText(): (change: SchemaChange, tense: Tense) => string {
  const { t } = useTranslation(['transfer', 'tables']);
  const language = useLanguage();
  const ruleTexts = useRuleTexts();
  const rules = (validation: FieldValidation): string =>
    formatParts(ruleTexts(validation), language) || t('nothing');
  return (change, tense) => {
    switch (change.kind) {
      case 'table-renamed':
      case 'field-renamed':
        return t(`change.${tense}.${change.kind}`, { before: change.before, after: change.after });
      case 'field-added':
        return t(
          `change.${tense}.${change.after.required ? 'field-added-required' : 'field-added'}`,
          { name: change.name, type: t(`tables:types.${change.after.type}`) },
        );
      case 'field-removed':
        return t(`change.${tense}.field-removed`, { name: change.name });
      case 'field-type':
        return t(`change.${tense}.field-type`, {
          name: change.name,
          before: t(`tables:types.${change.before}`),
          after: t(`tables:types.${change.after}`),
        });
      case 'field-required':
        return t(`change.${tense}.${change.after ? 'field-required' : 'field-optional'}`, {
          name: change.name,
        });
      case 'field-hidden':
        return t(`change.${tense}.${change.after ? 'field-hidden' : 'field-shown'}`, {
          name: change.name,
        });
      case 'field-relationships':
        return t(`change.${tense}.field-relationships`, { name: change.name });
      case 'field-validation':
        return t(`change.${tense}.field-validation`, {
          name: change.name,
          before: rules(change.before),
          after: rules(change.after),
        });
      case 'field-description':
        return t(`change.${tense}.field-description`, {
          name: change.name,
          before: change.before || t('nothing'),
          after: change.after || t('nothing'),
        });
      case 'field-moved':
        return t(`change.${tense}.field-moved`, {
          name: change.name,
          before: formatNumber(change.before + 1, language),
          after: formatNumber(change.after + 1, language),
        });
    }
  };
}
