import type { AnswerOf } from '@hzm/contracts/core/call';
import { fieldFit } from '@hzm/contracts/features/tables/api';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import type { FieldOption } from '@hzm/contracts/features/tables/options';
import { isRelational } from '@hzm/contracts/features/tables/relationship';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { Alert, Box, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { formatted } from '../../lib/values/value-text.ts';
import { OptionChip } from '../../ui/OptionChip.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { FirstRows } from './FirstRows.tsx';
import { countsOf, isNamed, UnfitRows, useNamedValue } from './UnfitRows.tsx';

/**
 * Effects of a type change: lost rules, and the numbers of rows that are converted and that do not
 * fit, with the first ones.
 */
export function TypeChange({
  table,
  field,
  type,
  onOptions,
}: {
  table: Table;
  field: Field;
  type: FieldType;
  /** Takes the options that the values would make, to be edited; absent once that was done. */
  onOptions: ((options: FieldOption[]) => void) | undefined;
}) {
  const { t } = useTranslation('tables');
  const language = useLanguage();
  const named = useNamedValue(field);
  const { data, error } = useAnswer(fieldFit, {
    params: { tableId: table.id, fieldId: field.id },
    query: { type },
  });
  const fit = data?.fit;
  const options = fit?.options;
  return (
    <Alert color="yellow" role="status" icon={<IconAlertTriangle size={20} aria-hidden />}>
      <Text size="sm">{t('edit.typeWarning')}</Text>
      {field.relationships.length > 0 && !isRelational(type) && (
        <Text size="sm">{t('relationships.dropped')}</Text>
      )}
      {!fit && !error && (
        <Text size="sm" c="dimmed">
          {t('edit.fit.reading')}
        </Text>
      )}
      {error && <Text size="sm">{t('edit.fit.failed')}</Text>}
      {options && options.length > 0 && onOptions && (
        <MadeOptions options={options} onEdit={() => onOptions(options)} />
      )}
      {fit?.unfit === 0 && (
        <Text size="sm">
          {t(fit.isAll ? 'edit.fit.all' : 'edit.fit.allOf', {
            count: fit.rows,
            formatted: formatNumber(fit.rows, language),
          })}
        </Text>
      )}
      {fit && <Converted field={field} type={type} fit={fit} />}
      {fit && fit.unfit > 0 && (
        <Box mt={4}>
          <UnfitRows
            fit={fit}
            title={t(fit.isAll ? 'edit.fit.some' : 'edit.fit.someOf', countsOf(fit, language))}
            line={named}
            kept={t('edit.fit.kept')}
          />
        </Box>
      )}
    </Alert>
  );
}

/** The number of converted rows, with the first ones before and after. */
function Converted({
  field,
  type,
  fit,
}: {
  field: Field;
  type: FieldType;
  fit: AnswerOf<typeof fieldFit>['fit'];
}) {
  const { t } = useTranslation('tables');
  const language = useLanguage();
  const words = { language, yes: t('yes'), no: t('no') };
  const { options } = fit;
  const shape = { type, validation: { options } };
  // A text that becomes an option of that very name looks as it did.
  const changed = (fit.changed ?? []).filter(
    ({ value, becomes }) =>
      !options || formatted(field, value, words) !== formatted(shape, becomes ?? null, words),
  );
  if (fit.converted === 0 || (options && changed.length === 0)) return null;
  return (
    <>
      <Text size="sm" fw={600} mt={4}>
        {t('edit.fit.converted', {
          count: fit.converted,
          formatted: formatNumber(fit.converted, language),
        })}
      </Text>
      <FirstRows
        rows={changed}
        line={row =>
          t(isNamed(row) ? 'edit.fit.namedBecomes' : 'edit.fit.becomes', {
            name: row.name,
            value: formatted(field, row.value, words),
            becomes: formatted(shape, row.becomes ?? null, words),
          })
        }
        more={0}
      />
      {fit.numbers && <Text size="sm">{t(`edit.fit.numbers.${fit.numbers}`)}</Text>}
      <Text size="sm">{t('edit.fit.back')}</Text>
    </>
  );
}

/** Bounds the options that are drawn. */
const MAX_SHOWN = 30;

/** The options that different texts become, and the way to change them before. */
function MadeOptions({ options, onEdit }: { options: readonly FieldOption[]; onEdit: () => void }) {
  const { t } = useTranslation('tables');
  const language = useLanguage();
  const more = options.length - MAX_SHOWN;
  return (
    <>
      <Text size="sm" fw={600} mt={4}>
        {t('edit.fit.options', {
          count: options.length,
          formatted: formatNumber(options.length, language),
        })}
      </Text>
      <Group gap={4} my={4}>
        {options.slice(0, MAX_SHOWN).map(option => (
          <OptionChip key={option.id} option={option} />
        ))}
        {more > 0 && (
          <Text size="sm">
            {t('edit.fit.moreOptions', { count: more, formatted: formatNumber(more, language) })}
          </Text>
        )}
      </Group>
      <Button size="compact-sm" variant="default" onClick={onEdit}>
        {t('edit.fit.editOptions')}
      </Button>
    </>
  );
}
