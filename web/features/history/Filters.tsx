import { memberOf } from '@hzm/contracts/core/json';
import type { HistoryEntry } from '@hzm/contracts/features/history/history';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Button, Group, Select } from '@mantine/core';
import type { ResourceNamespaceMap } from 'i18next';
import { useTranslation } from 'react-i18next';
import { TimeFilter } from './TimeFilter.tsx';
import type { HistoryFilters } from './use-history.ts';

type Kind = keyof ResourceNamespaceMap['history']['kinds'];

interface Props {
  filters: HistoryFilters;
  tables: readonly Table[];
  entries: readonly HistoryEntry[];
  onFilter: (filters: HistoryFilters) => void;
}

/** Filters by table, person, kind and time. People are those in the loaded entries. */
export function Filters({ filters, tables, entries, onFilter }: Props) {
  const { t } = useTranslation('history');
  // The texts name every event type of a history; tests/architecture.test.ts compares them with the
  // events.
  const kinds = Object.keys(t('kinds', { returnObjects: true })) as Kind[];
  const people = new Map(entries.map(({ actor }) => [actor.id, actor.name]));
  const select = (
    name: keyof HistoryFilters,
    label: string,
    data: { value: string; label: string }[],
  ) => (
    <Select
      label={label}
      placeholder={t('all')}
      data={data}
      value={memberOf(filters, name) ?? null}
      searchable
      clearable
      w={{ base: 'calc(50% - 6px)', xs: 200 }}
      clearButtonProps={{ 'aria-label': t('clear') }}
      onChange={value => onFilter({ ...filters, [name]: value ?? undefined })}
    />
  );
  return (
    <Group role="group" aria-label={t('filters')} align="end" gap="sm" mb="xs">
      {select(
        'table',
        t('table'),
        tables.map(({ id, name }) => ({ value: id, label: name })),
      )}
      {select(
        'type',
        t('kind'),
        kinds.map(type => ({ value: type, label: t(`kinds.${type}`) })),
      )}
      {select(
        'actor',
        t('person'),
        [...people].map(([value, label]) => ({ value, label })),
      )}
      <TimeFilter period={filters} onPeriod={period => onFilter({ ...filters, ...period })} />
      {Object.values(filters).some(value => value !== undefined) && (
        <Button variant="default" onClick={() => onFilter({})}>
          {t('clear')}
        </Button>
      )}
    </Group>
  );
}
