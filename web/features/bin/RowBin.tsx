import { memberOf, type JsonObject } from '@hzm/contracts/core/json';
import { listDeletedRows } from '@hzm/contracts/features/rows/api';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { Select } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import { formatted, type Words } from '../../lib/values/value-text.ts';
import { watch } from '../../realtime/socket.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { BinList } from './BinList.tsx';
import type { Item } from './kinds.ts';

interface Props {
  projectId: string;
  tables: readonly Table[];
  tableId: string | undefined;
  onTable: (tableId: string) => void;
}

/** The deleted rows of a table, which the reader chooses. */
export function RowBin({ projectId, tables, tableId, onTable }: Props) {
  const { t } = useTranslation('bin');
  const table = tables.find(({ id }) => id === tableId) ?? tables[0];
  if (!table) return <EmptyState icon={<IconTable size={26} />} text={t('noTables')} />;
  return (
    <>
      <Select
        label={t('table')}
        data={tables.map(({ id, name }) => ({ value: id, label: name }))}
        value={table.id}
        onChange={id => id !== null && onTable(id)}
        allowDeselect={false}
        searchable={tables.length > 8}
        maw={360}
        mb="md"
      />
      <RowsOfTable key={table.id} projectId={projectId} table={table} />
    </>
  );
}

/** Values that name a row. */
const NAMING = 3;

/** Returns the first values of a row as its name; empty if it has none. */
const nameOf = (values: JsonObject, fields: readonly Field[], words: Words): string =>
  fields
    .map(field => formatted(field, memberOf(values, field.id) ?? null, words))
    .filter(text => text !== '')
    .slice(0, NAMING)
    .join(' · ');

function RowsOfTable({ projectId, table }: { projectId: string; table: Table }) {
  const { t } = useTranslation(['bin', 'common']);
  const language = useLanguage();
  const words: Words = { language, yes: t('common:yes'), no: t('common:no') };
  const asked = useDeletedRows(table.id);
  const items = asked.data?.rows.map(({ id, values, ...row }): Item => ({
    ...row,
    id,
    name: (values && nameOf(values, table.fields, words)) || t('nameless'),
    until: null,
    tableId: table.id,
  }));
  return (
    <BinList
      place={{ projectId, kind: 'rows', tableId: table.id }}
      hint={t('hint.rows')}
      page={items && { ...asked, items, total: asked.data!.total }}
      error={asked.error}
      reload={asked.reload}
    />
  );
}

const PAGE_SIZE = 50;

/** A page of a table's deleted rows, loaded again when rows come or go. */
function useDeletedRows(tableId: string) {
  /** The cursors of the pages before and of this one. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const asked = useAnswer(listDeletedRows, {
    params: { tableId },
    query: { limit: PAGE_SIZE, fieldKey: 'id', ...(cursor !== undefined && { cursor }) },
  });
  const again = useEffectEvent(asked.reloadFrom);
  useEffect(
    () =>
      watch(`table:${tableId}`, {
        onChanges: ({ position, changes }) => {
          if (changes.some(({ op }) => op !== 'patch')) again(position);
        },
        onRefetch: () => again(''),
      }),
    [tableId],
  );
  const next = asked.data?.nextCursor;
  return {
    ...asked,
    onNewer: cursors.length > 0 ? () => setCursors(cursors.slice(0, -1)) : undefined,
    onOlder: next === undefined ? undefined : () => setCursors([...cursors, next]),
  };
}
