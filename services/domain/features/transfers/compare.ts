import { nameKey } from '@hzm/contracts/core/name';
import type { SchemaChange, TransferState } from '@hzm/contracts/features/transfers/transfer';
import { relatedAs } from '../tables/relationships.ts';
import { unfitGiven, type Schema, type SchemaTable } from '../tables/schema.ts';
import { changesBetween } from './changes.ts';

/** The ids of a test environment and of its live project, matched. */
export interface Counterparts {
  /** The id that a table or field has on the other side, asked in either direction. */
  readonly mirror: (id: string) => string;
  /** Live tables that got another id when they were transferred, by the test table's. */
  readonly given: ReadonlyMap<string, string>;
  /** The id that a table gets which live has not yet. */
  readonly newTableId: (testTableId: string) => string;
}

/** A test table beside its live counterpart; `after`: what live gets of it. */
export interface ComparedSchema {
  readonly testTableId: string;
  readonly tableId: string;
  readonly state: TransferState;
  readonly changes: readonly SchemaChange[];
  readonly before: SchemaTable | undefined;
  readonly after: SchemaTable;
}

/**
 * Compares a test environment with its live project, table by table in the order of the test
 * environment.
 */
export function compare(
  test: Schema,
  live: Schema,
  counterparts: Counterparts,
): readonly ComparedSchema[] {
  const known = new Map(
    [...test.keys()].flatMap(id => {
      const tableId = [counterparts.mirror(id), counterparts.given.get(id)].find(
        candidate => candidate !== undefined && live.has(candidate),
      );
      return tableId === undefined ? [] : [[id, tableId] as const];
    }),
  );
  const matched = new Set(known.values());
  const free = byName(
    [...live].filter(([id]) => !matched.has(id) && !test.has(counterparts.mirror(id))),
  );
  const matches = [...test].map(([testTableId, table]) => {
    const liveId = known.get(testTableId) ?? free.get(nameKey(table.name));
    const before = liveId === undefined ? undefined : live.get(liveId);
    const tableId = liveId ?? counterparts.newTableId(testTableId);
    return { testTableId, table, tableId, before, fields: fieldsFor(table, before, counterparts) };
  });
  const liveIds = new Map(
    matches.flatMap(({ testTableId, table, tableId, fields }) => {
      const ids = [...fields.keys()];
      return [
        [testTableId, tableId] as const,
        ...[...table.fields.keys()].map((id, i) => [id, ids[i]!] as const),
      ];
    }),
  );
  // A relationship gets the id of its own counterpart; tables and fields have theirs in live.
  const idOf = (id: string): string => liveIds.get(id) ?? counterparts.mirror(id);
  return matches.map(({ testTableId, table, tableId, before, fields }): ComparedSchema => {
    const after: SchemaTable = {
      name: table.name,
      fields: new Map([...fields].map(([id, field]) => [id, relatedAs(field, idOf)])),
      order: [],
    };
    const changes = changesBetween(before, after);
    return {
      testTableId,
      tableId,
      state: !before ? 'new' : changes.length > 0 ? 'different' : 'same',
      changes,
      before,
      after,
    };
  });
}

/** The live tables that no test table belongs to. */
export const liveOnly = (
  live: Schema,
  compared: readonly ComparedSchema[],
): readonly { readonly id: string; readonly name: string }[] => {
  const matched = new Set(compared.map(({ tableId }) => tableId));
  return [...live].filter(([id]) => !matched.has(id)).map(([id, { name }]) => ({ id, name }));
};

const byName = (
  named: readonly (readonly [string, { readonly name: string }])[],
): ReadonlyMap<string, string> => new Map(named.map(([id, { name }]) => [nameKey(name), id]));

/**
 * Returns the fields of a test table by the ids that they have, or get, in live. A given field gets
 * no id of an ordinary field of its name: rows would keep values that the product did not give.
 */
function fieldsFor(
  table: SchemaTable,
  live: SchemaTable | undefined,
  { mirror }: Counterparts,
): SchemaTable['fields'] {
  const free = byName([...(live?.fields ?? [])].filter(([id]) => !table.fields.has(mirror(id))));
  return new Map(
    [...table.fields].map(([id, field]) => {
      const named = free.get(nameKey(field.name));
      const takes =
        named !== undefined &&
        !live?.fields.has(mirror(id)) &&
        !unfitGiven(live?.fields.get(named), field);
      return [takes ? named : mirror(id), field];
    }),
  );
}
