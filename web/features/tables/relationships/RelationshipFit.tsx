import { relationshipFit } from '@hzm/contracts/features/rows/target-api';
import type { Relationship } from '@hzm/contracts/features/tables/relationship';
import type { Field } from '@hzm/contracts/features/tables/table';
import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { formatted } from '../../../lib/values/value-text.ts';
import { useAnswer } from '../../../ui/use-answer.ts';
import { FirstRows } from '../FirstRows.tsx';

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
  const { data, error } = useAnswer(relationshipFit, {
    params: { tableId, fieldId: field.id },
    query: { targetTableId, relationshipType },
  });
  if (error) return <Text size="sm">{t('relationships.fit.failed')}</Text>;
  if (!data || data.fit.unfit === 0) return null;
  const { rows, isAll, unfit, first } = data.fit;
  const words = { language, yes: t('yes'), no: t('no') };
  const line = ({ name, value, reason }: (typeof first)[number]): string => {
    const said = formatted(field, value, words);
    return t(`relationships.fit.${reason}`, {
      value:
        name === '' || name === value
          ? t('edit.fit.value', { value: said })
          : t('edit.fit.named', { name, value: said }),
    });
  };
  return (
    <Alert color="yellow" role="status" icon={<IconAlertTriangle size={20} aria-hidden />}>
      <Text size="sm" fw={600}>
        {t(isAll ? 'relationships.fit.some' : 'relationships.fit.someOf', {
          count: unfit,
          formatted: formatNumber(unfit, language),
          rows: formatNumber(rows, language),
        })}
      </Text>
      <FirstRows rows={first} line={line} more={unfit - first.length} />
      <Text size="sm" mt={4}>
        {t('relationships.fit.kept')}
      </Text>
    </Alert>
  );
}
