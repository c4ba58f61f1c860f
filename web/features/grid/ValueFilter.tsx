import { memberOf } from '@hzm/contracts/core/json';
import { Select } from '@mantine/core';
import type { Field } from '@hzm/contracts/features/tables/table';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchText } from './model/fits.ts';
import { filteredBy, viewOf, type View } from './model/view.ts';
import { readPage } from './rows-api.ts';

const LIMIT = 1_000;

/** Filters by one of the values that the first field has in the first thousand rows. They are read when they are asked for. */
export function ValueFilter({ tableId, field, view, onView }: { tableId: string; field: Field; view: View; onView: (view: View) => void }) {
  const { t } = useTranslation('grid');
  const [values, setValues] = useState<readonly string[]>([]);
  const chosen = memberOf(view.filters, field.name) ?? null;
  const read = async (): Promise<void> => {
    const { rows } = await readPage(tableId, { ...viewOf({}), limit: LIMIT }, null);
    setValues([...new Set(rows.map(row => searchText(memberOf(row, field.name))))].filter(value => value !== ''));
  };
  const options = [...new Set([...(chosen === null ? [] : [chosen]), ...values])];
  return (
    <Select
      size="sm" label={t('valueFilter', { field: field.name })} placeholder={t('valueFilterAll')} searchable clearable limit={100}
      data={options} value={chosen} onDropdownOpen={() => { read().catch(() => setValues([])); }} onChange={value => onView(filteredBy(view, field.name, value ?? ''))}
    />
  );
}
