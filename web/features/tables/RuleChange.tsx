import { ruleFit } from '@hzm/contracts/features/rows/api';
import type { FieldValidation } from '@hzm/contracts/features/tables/field-validation';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { Alert, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { formatted } from '../../lib/values/value-text.ts';
import { useAnswer } from '../../ui/use-answer.ts';
import { FirstRows } from './FirstRows.tsx';

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
  const words = { language, yes: t('yes'), no: t('no') };
  const line = ({ name, value, reason }: (typeof first)[number]): string => {
    if (reason === 'required')
      return name === '' ? t('edit.ruleFit.nameless') : t('edit.ruleFit.empty', { name });
    const said = formatted(field, value, words);
    return name === '' || name === value
      ? t('edit.fit.value', { value: said })
      : t('edit.fit.named', { name, value: said });
  };
  return (
    <Alert color="yellow" role="status" icon={<IconAlertTriangle size={20} aria-hidden />}>
      <Text size="sm" fw={600}>
        {t(isAll ? 'edit.ruleFit.some' : 'edit.ruleFit.someOf', {
          count: unfit,
          formatted: formatNumber(unfit, language),
          rows: formatNumber(rows, language),
        })}
      </Text>
      <FirstRows rows={first} line={line} more={unfit - first.length} />
      <Text size="sm" mt={4}>
        {t('edit.ruleFit.kept')}
      </Text>
    </Alert>
  );
}
