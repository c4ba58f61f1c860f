import { ruleFit } from '@hzm/contracts/features/rows/api';
import type { FieldValidation } from '@hzm/contracts/features/tables/field-validation';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { Alert, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { useAnswer } from '../../ui/use-answer.ts';
import { countsOf, UnfitRows, useNamedValue } from './UnfitRows.tsx';

/** Wait after the last key before values are checked, in milliseconds. */
const CALM_MS = 400;

/** The rules of a field, and whether it needs a value. */
export interface Rules {
  readonly required: boolean;
  readonly validation: FieldValidation;
}

/** Tells the number of rows whose values break changed rules, with the first ones. */
export function RuleChange({ table, field, rules }: { table: Table; field: Field; rules: Rules }) {
  const { t } = useTranslation('tables');
  const language = useLanguage();
  const named = useNamedValue(field);
  const [asked] = useDebouncedValue(rules, CALM_MS);
  const { data, error } = useAnswer(ruleFit, {
    params: { tableId: table.id, fieldId: field.id },
    body: asked,
  });
  if (error) return <Text size="sm">{t('edit.ruleFit.failed')}</Text>;
  if (!data)
    return (
      <Text size="sm" c="dimmed" role="status">
        {t('edit.fit.reading')}
      </Text>
    );
  const { rows, isAll, unfit, first } = data.fit;
  if (unfit === 0)
    return (
      <Alert color="teal" role="status" icon={<IconCircleCheck size={20} aria-hidden />}>
        {t(isAll ? 'edit.ruleFit.all' : 'edit.ruleFit.allOf', {
          count: rows,
          formatted: formatNumber(rows, language),
        })}
      </Alert>
    );
  const line = (row: (typeof first)[number]): string => {
    const { name, reason } = row;
    if (reason !== 'required') return named(row);
    return name === '' ? t('edit.ruleFit.nameless') : t('edit.ruleFit.empty', { name });
  };
  return (
    <Alert color="yellow" role="status" icon={<IconAlertTriangle size={20} aria-hidden />}>
      <UnfitRows
        fit={data.fit}
        title={t(isAll ? 'edit.ruleFit.some' : 'edit.ruleFit.someOf', countsOf(data.fit, language))}
        line={line}
        kept={t('edit.ruleFit.kept')}
      />
    </Alert>
  );
}
