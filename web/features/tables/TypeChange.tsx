import { fieldFit } from '@hzm/contracts/features/tables/api';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { Alert, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { formatted } from '../../lib/values/value-text.ts';
import { useAnswer } from '../../ui/use-answer.ts';

/** Whether a row has a name that says more than the value. */
const isNamed = (name: string, value: unknown): boolean => name !== '' && name !== value;

/**
 * Effects of a type change: lost rules, and the numbers of rows that are converted and that do not
 * fit, with the first ones.
 */
export function TypeChange({
  table,
  field,
  type,
}: {
  table: Table;
  field: Field;
  type: FieldType;
}) {
  const { t } = useTranslation('tables');
  const language = useLanguage();
  const { data, error } = useAnswer(fieldFit, {
    params: { tableId: table.id, fieldId: field.id },
    query: { type },
  });
  const fit = data?.fit;
  const words = { language, yes: t('yes'), no: t('no') };
  const more = fit ? fit.unfit - fit.first.length : 0;
  return (
    <Alert color="yellow" role="status" icon={<IconAlertTriangle size={20} aria-hidden />}>
      <Text size="sm">{t('edit.typeWarning')}</Text>
      {!fit && !error && (
        <Text size="sm" c="dimmed">
          {t('edit.fit.reading')}
        </Text>
      )}
      {error && <Text size="sm">{t('edit.fit.failed')}</Text>}
      {fit?.unfit === 0 && (
        <Text size="sm">
          {t(fit.isAll ? 'edit.fit.all' : 'edit.fit.allOf', {
            count: fit.rows,
            formatted: formatNumber(fit.rows, language),
          })}
        </Text>
      )}
      {fit && fit.converted > 0 && (
        <>
          <Text size="sm" fw={600} mt={4}>
            {t('edit.fit.converted', {
              count: fit.converted,
              formatted: formatNumber(fit.converted, language),
            })}
          </Text>
          <List size="sm" mt={2}>
            {fit.changed.map(({ rowId, name, value, becomes }) => (
              <List.Item key={rowId}>
                {t(isNamed(name, value) ? 'edit.fit.namedBecomes' : 'edit.fit.becomes', {
                  name,
                  value: formatted(field, value, words),
                  becomes: formatted({ type, validation: {} }, becomes ?? null, words),
                })}
              </List.Item>
            ))}
          </List>
          {fit.numbers && <Text size="sm">{t(`edit.fit.numbers.${fit.numbers}`)}</Text>}
          <Text size="sm">{t('edit.fit.back')}</Text>
        </>
      )}
      {fit && fit.unfit > 0 && (
        <>
          <Text size="sm" fw={600} mt={4}>
            {t(fit.isAll ? 'edit.fit.some' : 'edit.fit.someOf', {
              count: fit.unfit,
              formatted: formatNumber(fit.unfit, language),
              rows: formatNumber(fit.rows, language),
            })}
          </Text>
          <List size="sm" mt={2}>
            {fit.first.map(({ rowId, name, value }) => (
              <List.Item key={rowId}>
                {t(isNamed(name, value) ? 'edit.fit.named' : 'edit.fit.value', {
                  name,
                  value: formatted(field, value, words),
                })}
              </List.Item>
            ))}
            {more > 0 && (
              <List.Item>
                {t('edit.fit.more', { count: more, formatted: formatNumber(more, language) })}
              </List.Item>
            )}
          </List>
          <Text size="sm" mt={4}>
            {t('edit.fit.kept')}
          </Text>
        </>
      )}
    </Alert>
  );
}
