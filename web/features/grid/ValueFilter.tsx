import { memberOf } from '@hzm/contracts/core/json';
import { Select } from '@mantine/core';
import type { Field } from '@hzm/contracts/features/tables/table';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatted, type Words } from '../../lib/values/value-text.ts';
import { frequent, type Frequent } from './model/frequent.ts';
import { filteredBy, viewOf, type View } from './model/view.ts';
import { readPage } from './rows-api.ts';

const LIMIT = 1_000;

/** Filters by one of the values that the first field has in the first thousand rows. They are read when they are asked for. */
export function ValueFilter({ tableId, field, words, view, onView }: { tableId: string; field: Field; words: Words; view: View; onView: (view: View) => void }) {
  const { t } = useTranslation('grid');
  const [values, setValues] = useState<readonly Frequent[]>([]);
  const filter = memberOf(view.filters, field.name);
  const chosen = typeof filter === 'object' ? filter.eq ?? null : null;
  const read = async (): Promise<void> => {
    const { rows } = await readPage(tableId, { ...viewOf({}), limit: LIMIT }, null);
    setValues(frequent(rows.map(row => memberOf(row, field.name))));
  };
  const known = chosen === null || values.some(({ operand }) => operand === chosen) ? [] : [{ value: chosen, label: chosen }];
  const options = [...known, ...values.map(({ operand, value }) => ({ value: operand, label: formatted(field, value, words) }))];
  return (
    <Select
      size="sm" label={t('valueFilter', { field: field.name })} placeholder={t('valueFilterAll')} searchable clearable limit={100}
      data={options} value={chosen} onDropdownOpen={() => { read().catch(() => setValues([])); }} onChange={value => onView(filteredBy(view, field.name, value === null ? undefined : { eq: value }))}
    />
  );
}
