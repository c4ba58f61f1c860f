import type { FieldShape } from '@hzm/contracts/features/tables/events';
import type {
  ComparedTable,
  RowEffect,
  SchemaChange,
} from '@hzm/contracts/features/transfers/transfer';
import { List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { formatted } from '../../lib/values/value-text.ts';
import classes from './Transfer.module.css';

/** The type and rules of a field on one side of its change. */
function shapeOf(
  changes: readonly SchemaChange[],
  fieldId: string,
  side: 'before' | 'after',
): Pick<FieldShape, 'type' | 'validation'> {
  const own = changes.filter(change => 'fieldId' in change && change.fieldId === fieldId);
  const type = own.find(({ kind }) => kind === 'field-type');
  const rules = own.find(({ kind }) => kind === 'field-validation');
  return {
    type: type?.kind === 'field-type' ? type[side] : 'string',
    validation: rules?.kind === 'field-validation' ? rules[side] : {},
  };
}

/** Live rows whose values a transfer converts, with the first values before and after. */
export function ConvertedRows({
  table: { changes },
  effect: { converted, changed },
}: {
  table: ComparedTable;
  effect: RowEffect;
}) {
  const { t } = useTranslation(['transfer', 'common']);
  const language = useLanguage();
  const words = { language, yes: t('common:yes'), no: t('common:no') };
  return (
    <>
      <Text size="sm" fw={600}>
        {t('effect.converted', {
          count: converted,
          formatted: formatNumber(converted, language),
        })}
      </Text>
      <List size="sm" className={classes.unfit}>
        {changed.map(({ rowId, fieldId, name, field, value, becomes }) => (
          <List.Item key={`${rowId}/${fieldId}`}>
            {t('effect.becomes', {
              name: name || t('effect.unnamed'),
              field,
              value: formatted(shapeOf(changes, fieldId, 'before'), value, words),
              becomes: formatted(shapeOf(changes, fieldId, 'after'), becomes, words),
            })}
          </List.Item>
        ))}
      </List>
      <Text size="sm">{t('effect.back')}</Text>
    </>
  );
}
