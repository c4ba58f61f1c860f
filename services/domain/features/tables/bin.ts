import type { Problem } from '@hzm/contracts/core/problem';
import {
  BIN_DAYS,
  MAX_BINNED_FIELDS,
  MAX_BINNED_FIELDS_BYTES,
  MAX_BINNED_TABLES,
  MAX_BINNED_TABLES_BYTES,
} from '@hzm/contracts/features/tables/bin-limits';
import {
  fieldAdded,
  fieldErased,
  fieldRemoved,
  fieldRestored,
  tableCreated,
  tableDeleted,
  tableErased,
  tableRestored,
  type FieldShape,
} from '@hzm/contracts/features/tables/events';
import { decider, reject, type Decider, type Decision } from '@hzm/services/core/commands/decider';
import { weigh } from '@hzm/services/core/ports/byte-budget';
import { isNameTaken } from '../../taken-name.ts';
import {
  madeIn,
  schema,
  tooManyFields,
  tooManyOptions,
  tooManyTables,
  type OfField,
  type OfTable,
  type Schema,
  type SchemaTable,
} from './schema.ts';

interface BinnedTable {
  readonly table: SchemaTable;
  readonly createdAt: string;
  readonly until: string;
}

/** The schema of a project with its deleted tables and fields, in the order of their deletion. */
export interface Bin {
  readonly schema: Schema;
  readonly tables: ReadonlyMap<string, BinnedTable>;
  /** Fields by their tables, which may be deleted themselves. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, FieldShape>>;
  /** The time at which each table was created. */
  readonly created: ReadonlyMap<string, string>;
}

const initial: Bin = {
  schema: schema.initial,
  tables: new Map(),
  fields: new Map(),
  created: new Map(),
};

function without<V>(map: ReadonlyMap<string, V>, id: string): ReadonlyMap<string, V> {
  if (!map.has(id)) return map;
  const rest = new Map(map);
  rest.delete(id);
  return rest;
}

const withoutTable = (s: Bin, tableId: string): Bin => ({
  ...s,
  tables: without(s.tables, tableId),
  created: without(s.created, tableId),
  fields: without(s.fields, tableId),
});

function withoutField(s: Bin, { tableId, fieldId }: Pick<OfField, 'tableId' | 'fieldId'>): Bin {
  const fields = s.fields.get(tableId);
  return fields?.has(fieldId)
    ? { ...s, fields: new Map(s.fields).set(tableId, without(fields, fieldId)) }
    : s;
}

const stay = decider<Bin>(initial, when => [
  when(tableCreated, (s, { tableId }, { meta }) => ({
    ...s,
    created: new Map(s.created).set(tableId, meta?.at ?? ''),
  })),
  when(tableDeleted, (s, { tableId, kept }) => {
    const table = s.schema.get(tableId);
    if (!kept || !table) return withoutTable(s, tableId);
    const createdAt = s.created.get(tableId) ?? '';
    return {
      ...s,
      tables: new Map(s.tables).set(tableId, { table, createdAt, until: kept.until }),
    };
  }),
  when(tableRestored, (s, { tableId }) => ({ ...s, tables: without(s.tables, tableId) })),
  when(tableErased, (s, { tableId }) => withoutTable(s, tableId)),
  when(fieldRemoved, (s, { tableId, fieldId, field }) =>
    field
      ? {
          ...s,
          fields: new Map(s.fields).set(
            tableId,
            new Map(s.fields.get(tableId)).set(fieldId, field),
          ),
        }
      : s,
  ),
  when(fieldAdded, withoutField),
  when(fieldRestored, withoutField),
  when(fieldErased, withoutField),
]);

export const bin: Decider<Bin> = {
  initial,
  evolve: (s, event) => ({
    ...stay.evolve(s, event),
    schema: schema.evolve(s.schema, event),
  }),
};

const DAY_MS = 86_400_000;

/** Returns the end of a stay in the bin that begins now. */
export const binEnd = (now: Date): string =>
  new Date(now.getTime() + BIN_DAYS * DAY_MS).toISOString();

/** Returns the items to erase, oldest first, until the rest is within a number and bytes. */
function leaving<Kept>(
  kept: ReadonlyMap<string, Kept>,
  bytesOf: (one: Kept, id: string) => number,
  most: { readonly count: number; readonly bytes: number },
): string[] {
  const all = Array.from(kept, ([id, one]) => ({ id, bytes: bytesOf(one, id) }));
  let bytes = all.reduce((sum, one) => sum + one.bytes, 0);
  let count = 0;
  while (count < all.length && (all.length - count > most.count || bytes > most.bytes))
    bytes -= all[count++]!.bytes;
  return all.slice(0, count).map(({ id }) => id);
}

/** Puts a table into the bin; of too many, or too large ones, those deleted first are erased. */
export const deleteTable =
  (of: OfTable, now: Date) =>
  (s: Bin): Decision => {
    const table = s.schema.get(of.tableId);
    if (!table) return [];
    const { name, fields } = table;
    const until = binEnd(now);
    const bytesOf = (one: SchemaTable, id: string): number => weigh(one) + weigh(s.fields.get(id));
    const erased = leaving(s.tables, (one, id) => bytesOf(one.table, id), {
      count: MAX_BINNED_TABLES - 1,
      bytes: MAX_BINNED_TABLES_BYTES - bytesOf(table, of.tableId),
    });
    return [
      ...erased.map(tableId => tableErased({ ...of, tableId })),
      tableDeleted({ ...of, kept: { name, fields: fields.size, until } }),
    ];
  };

/**
 * Puts a field into the bin; of too many of its table, or too large ones, those removed first are
 * erased.
 */
export const removeField =
  (of: OfField) =>
  (s: Bin): Decision => {
    const field = s.schema.get(of.tableId)?.fields.get(of.fieldId);
    if (!field) return [];
    const others = s.fields.get(of.tableId) ?? new Map<string, FieldShape>();
    const erased = leaving(others, weigh, {
      count: MAX_BINNED_FIELDS - 1,
      bytes: MAX_BINNED_FIELDS_BYTES - weigh(field),
    });
    return [
      ...erased.map(fieldId => fieldErased({ ...of, fieldId })),
      fieldRemoved({ ...of, field }),
    ];
  };

/** Returns the first free name: with a number, if the name itself is taken. */
function freeName(name: string, longest: number, isTaken: (name: string) => boolean): string {
  for (let count = 2; ; count++) {
    const free = `${Array.from(name)
      .slice(0, longest - 1 - `${count}`.length)
      .join('')} ${count}`;
    if (!isTaken(free)) return free;
  }
}

const LONGEST = { table: 50, field: 100 };

const taken = (
  kind: 'table' | 'field',
  name: string,
  isTaken: (name: string) => boolean,
): Problem =>
  reject('NAME_TAKEN', {
    text: kind === 'table' ? 'bin-table-name-taken' : 'bin-field-name-taken',
    data: { suggestion: freeName(name, LONGEST[kind], isTaken) },
  });

/** @param given another name, if any @param limit the most tables that the plan allows */
export const restoreTable =
  (of: OfTable, given: string | undefined, limit: number) =>
  (s: Bin): Decision => {
    if (s.schema.has(of.tableId)) return [];
    const binned = s.tables.get(of.tableId);
    if (!binned) return reject('NOT_FOUND');
    const { table, createdAt } = binned;
    const name = given ?? table.name;
    const isTaken = (one: string): boolean => isNameTaken(s.schema, one, of.tableId);
    if (isTaken(name)) return taken('table', name, isTaken);
    return (
      tooManyTables(s.schema, limit) ?? [
        tableRestored({
          ...of,
          name,
          createdAt,
          made: madeIn(table),
          fields: Array.from(table.fields, ([id, field]) => ({ id, field })),
          order: [...table.order],
        }),
      ]
    );
  };

/** @param given another name, if any */
export const restoreField =
  (of: OfField, given: string | undefined) =>
  (s: Bin): Decision => {
    if (s.schema.get(of.tableId)?.fields.has(of.fieldId)) return [];
    const binned = s.fields.get(of.tableId)?.get(of.fieldId);
    if (!binned) return reject('NOT_FOUND');
    const table = s.schema.get(of.tableId);
    if (!table) return reject('CONFLICT', { text: 'bin-table-first' });
    const name = given ?? binned.name;
    const isTaken = (one: string): boolean => isNameTaken(table.fields, one, of.fieldId);
    if (isTaken(name)) return taken('field', name, isTaken);
    return (
      tooManyFields(table, binned) ??
      tooManyOptions(table, undefined, binned) ?? [
        fieldRestored({ ...of, field: { ...binned, name } }),
      ]
    );
  };

/** The refusal of a name that was typed to confirm. */
export const wrongName = (): Problem =>
  reject('VALIDATION_ERROR', {
    details: [{ path: 'confirm', message: { key: 'bin-name-differs' } }],
  });

/** Erases a table in the bin for good. @param name as typed by the person who asks */
export const eraseTable =
  (of: OfTable, name: string) =>
  (s: Bin): Decision => {
    const binned = s.tables.get(of.tableId);
    if (!binned) return reject('NOT_FOUND');
    return binned.table.name === name ? [tableErased(of)] : wrongName();
  };

/** Erases a field in the bin for good. @param name as typed by the person who asks */
export const eraseField =
  (of: OfField, name: string) =>
  (s: Bin): Decision => {
    const binned = s.fields.get(of.tableId)?.get(of.fieldId);
    if (!binned) return reject('NOT_FOUND');
    return binned.name === name ? [fieldErased(of)] : wrongName();
  };

/** Erases a table whose stay has ended. */
export const expireTable =
  (of: OfTable, now: Date) =>
  (s: Bin): Decision => {
    const binned = s.tables.get(of.tableId);
    return binned && binned.until <= now.toISOString() ? [tableErased(of)] : [];
  };
