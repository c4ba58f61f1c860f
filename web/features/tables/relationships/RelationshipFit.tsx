import { relationshipFit } from '@hzm/contracts/features/rows/target-api';
import type { Relationship } from '@hzm/contracts/features/tables/relationship';
import type { Field } from '@hzm/contracts/features/tables/table';
import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/use-language.ts';
import { useAnswer } from '../../../ui/use-answer.ts';
import { countsOf, UnfitRows, useNamedValue } from '../UnfitRows.tsx';

/** Tells the number of rows whose values would not fit a relationship, with the first ones. */
export function RelationshipFit({
  tableId,
  field,
  targetTableId,
  relationshipType,
}: {
  tableId: string;
  field: Field;
} & Pick<Relationship, 'targetTableId' | 'relationshipType'>) {
  const { t } = useTranslation('tables');
  const language = useLanguage();
  const named = useNamedValue(field);
  const { data, error } = useAnswer(relationshipFit, {
    params: { tableId, fieldId: field.id },
    query: { targetTableId, relationshipType },
  });
  if (error) return <Text size="sm">{t('relationships.fit.failed')}</Text>;
  if (!data || data.fit.unfit === 0) return null;
  return (
    <Alert color="yellow" role="status" icon={<IconAlertTriangle size={20} aria-hidden />}>
      <UnfitRows
        fit={data.fit}
        title={t(
          data.fit.isAll ? 'relationships.fit.some' : 'relationships.fit.someOf',
          countsOf(data.fit, language),
        )}
        line={row => t(`relationships.fit.${row.reason}`, { value: named(row) })}
        kept={t('relationships.fit.kept')}
      />
    </Alert>
  );
}
