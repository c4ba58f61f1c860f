import type { RowLabel } from '@hzm/contracts/features/custom-endpoints/definition';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { labelTableOf } from '../../lib/row-labels.ts';

interface Props {
  /** The field that is chosen; nothing is drawn unless it is related to one of the tables. */
  field: Field | undefined;
  tables: readonly Table[];
  label: RowLabel | undefined;
  error: string | undefined;
  onChange: (label: RowLabel | undefined) => void;
}

/** Chooses whether related rows are told by their ids, or by which field of their table. */
export function LabelChoice({ field, tables, label, error, onChange }: Props) {
  const { t } = useTranslation('endpoints');
  const table = field && labelTableOf(field, tables);
  if (!table && !label) return null;
  const shown = table?.fields.filter(({ isHidden }) => !isHidden) ?? [];
  return (
    <NativeSelect
      label={t('labels.title', { field: field?.name ?? '—' })}
      value={label?.field ?? ''}
      error={error}
      data={[
        { value: '', label: t('labels.ids') },
        ...(label && !shown.some(({ id }) => id === label.field)
          ? [{ value: label.field, label: '—' }]
          : []),
        ...shown.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={event => {
        const chosen = event.currentTarget.value;
        onChange(chosen === '' || !table ? undefined : { tableId: table.id, field: chosen });
      }}
    />
  );
}
