import type { Json } from '@hzm/contracts/core/json';
import type { HistoryEntry } from '@hzm/contracts/features/history/history';
import type { Table } from '@hzm/contracts/features/tables/table';
import { rowName } from '../../lib/values/row-name.ts';
import type { Words } from '../../lib/values/value-text.ts';
import { rowsOf, type RowDifferences } from './differences.ts';

/** Returns the names of rows by id from a list of events, newest first, where the newest counts. */
export function rowNames(
  entries: readonly HistoryEntry[],
  tables: readonly Table[],
  words: Words,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const called = (id: string, name: string): void => {
    if (name !== '' && !names.has(id)) names.set(id, name);
  };
  for (const entry of entries) {
    if (entry.row) called(entry.row.id, entry.row.name);
    const fields = tables.find(({ id }) => id === entry.data?.['tableId'])?.fields ?? [];
    // An event that changes rows includes only the changed values, which may lack the name.
    const first = fields.find(
      ({ type, isHidden }) => !isHidden && (type === 'string' || type === 'text'),
    )?.name;
    for (const { id, differences } of rowsOf(entry).rows) {
      if (entry.type !== 'rows-changed' || differences.some(({ name }) => name === first))
        called(id, rowName(fields, valuesOf(differences), words));
    }
  }
  return names;
}

const valuesOf = (differences: RowDifferences['differences']): { readonly [field: string]: Json } =>
  Object.fromEntries(differences.map(({ name, before, after }) => [name, after ?? before]));
