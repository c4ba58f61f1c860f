import { isolated } from '@hzm/contracts/core/isolated';
import { listUsers } from '@hzm/contracts/features/administration/api';
import { Select, type ComboboxItem } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../../ui/use-answer.ts';

const SHOWN = 20;

/** Finds a person by name or email while typing. */
export function PersonPicker({
  value,
  onChange,
}: {
  value: ComboboxItem | null;
  onChange: (person: ComboboxItem | null) => void;
}) {
  const { t } = useTranslation('pricing');
  const [typed, setTyped] = useState('');
  const search = typed === value?.label ? '' : typed.trim().slice(0, 200);
  const { data } = useAnswer(listUsers, {
    query: { limit: SHOWN, sort: 'name', order: 'asc', ...(search !== '' && { search }) },
  });
  const found =
    data?.users.map(({ id, name, email }) => ({
      value: id,
      label: `${isolated(name)} (${email})`,
    })) ?? [];
  return (
    <Select
      label={t('preview.person')}
      placeholder={t('preview.personHint')}
      searchable
      clearable
      value={value?.value ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server filters, also by email.
      filter={({ options }) => options}
      data={value && !found.some(one => one.value === value.value) ? [value, ...found] : found}
      onChange={(_, option) => onChange(option)}
    />
  );
}
