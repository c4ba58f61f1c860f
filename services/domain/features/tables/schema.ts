import type { Reading } from '@hzm/contracts/core/conversion';
import { hasFiles, isGiven } from '@hzm/contracts/core/everyday';
import { sameJson } from '@hzm/contracts/core/json';
import type { Problem } from '@hzm/contracts/core/problem';
import { UNLIMITED } from '@hzm/contracts/features/accounts/account';
import {
  fieldAdded,
  fieldChanged,
  fieldMoved,
  fieldRemoved,
  fieldRestored,
  relationshipAdded,
  relationshipRemoved,
  tableCreated,
  tableDeleted,
  tableRenamed,
  tableRestored,
  type FieldShape,
} from '@hzm/contracts/features/tables/events';
import { formOf } from '@hzm/contracts/features/tables/field-types';
import { MAX_TABLE_OPTIONS } from '@hzm/contracts/features/tables/options';
import {
  isRelational,
  relationshipsOf,
  type KeptRelationship,
} from '@hzm/contracts/features/tables/relationship';
import {
  MAX_FIELDS,
  MAX_FIELDS_EVER,
  MAX_NUMBER_FIELDS,
  MAX_TABLES,
} from '@hzm/contracts/features/tables/table';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';
import { arrangedIds } from '../../access/table.ts';
import { isNameTaken } from '../../taken-name.ts';

export interface SchemaTable {
  readonly name: string;
  /** In the order in which people see them. */
  readonly fields: ReadonlyMap<string, FieldShape>;
  /** The ids as they were last arranged. */
  readonly order: readonly string[];
  /** The number of fields it was ever given; 0 if absent. */
  readonly made?: number;
}
/** All tables of one project. */
export type Schema = ReadonlyMap<string, SchemaTable>;

const update = (
  s: Schema,
  tableId: string,
  change: (table: SchemaTable) => SchemaTable,
): Schema => {
  const table = s.get(tableId);
  return table ? new Map(s).set(tableId, change(table)) : s;
};

export const schema = decider<Schema>(new Map(), when => [
  when(tableCreated, (s, { tableId, name }) =>
    new Map(s).set(tableId, { name, fields: new Map(), order: [] }),
  ),
  when(tableRenamed, (s, { tableId, name }) => update(s, tableId, t => ({ ...t, name }))),
  when(tableDeleted, (s, { tableId }) => new Map([...s].filter(([id]) => id !== tableId))),
  when(tableRestored, (s, { tableId, name, made, fields, order }) =>
    new Map(s).set(tableId, {
      name,
      fields: arranged(new Map(fields.map(({ id, field }) => [id, field])), order),
      order,
      made,
    }),
  ),
  when(fieldAdded, (s, { tableId, fieldId, field }) =>
    update(s, tableId, t => ({
      ...t,
      fields: arranged(new Map(t.fields).set(fieldId, field), t.order),
      made: madeIn(t) + 1,
    })),
  ),
  when(fieldChanged, (s, { tableId, fieldId, field }) =>
    update(s, tableId, t => ({ ...t, fields: new Map(t.fields).set(fieldId, field) })),
  ),
  when(fieldRemoved, (s, { tableId, fieldId }) =>
    update(s, tableId, t => ({
      ...t,
      fields: new Map([...t.fields].filter(([id]) => id !== fieldId)),
    })),
  ),
  when(fieldRestored, (s, { tableId, fieldId, field }) =>
    update(s, tableId, t => ({
      ...t,
      fields: arranged(new Map(t.fields).set(fieldId, field), t.order),
    })),
  ),
  when(relationshipAdded, (s, { tableId, fieldId, relationship }) =>
    related(s, { tableId, fieldId }, [relationship]),
  ),
  when(relationshipRemoved, (s, { tableId, fieldId }) => related(s, { tableId, fieldId }, [])),
  when(fieldMoved, (s, { tableId, order }) =>
    update(s, tableId, t => ({ ...t, fields: arranged(t.fields, order), order })),
  ),
]);

const related = (
  s: Schema,
  { tableId, fieldId }: { readonly tableId: string; readonly fieldId: string },
  relationships: KeptRelationship[],
): Schema =>
  update(s, tableId, t => {
    const field = t.fields.get(fieldId);
    if (!field) return t;
    const { relationships: _, ...rest } = field;
    const now = relationships.length > 0 ? { ...rest, relationships } : rest;
    return { ...t, fields: new Map(t.fields).set(fieldId, now) };
  });

const arranged = <V>(fields: ReadonlyMap<string, V>, order: readonly string[]): Map<string, V> =>
  new Map(arrangedIds([...fields.keys()], order).map(id => [id, fields.get(id)!]));

export const madeIn = ({ made = 0 }: SchemaTable): number => made;

export interface OfTable {
  readonly projectId: string;
  readonly tableId: string;
}
export interface OfField extends OfTable {
  readonly fieldId: string;
}

export const createTable =
  (of: OfTable, name: string, limit: number) =>
  (s: Schema): Decision =>
    s.has(of.tableId)
      ? []
      : isNameTaken(s, name, of.tableId)
        ? reject('NAME_TAKEN', { text: 'tableNameExists' })
        : (tooManyTables(s, limit) ?? [tableCreated({ ...of, name })]);

/** The refusal of one more table. */
export const tooManyTables = (s: Schema, limit: number): Problem | undefined =>
  s.size >= MAX_TABLES || (limit !== UNLIMITED && s.size >= limit)
    ? reject('PLAN_LIMIT', {
        text: { key: 'table-limit', values: { limit: limit === UNLIMITED ? MAX_TABLES : limit } },
      })
    : undefined;

export const renameTable =
  (of: OfTable, name: string) =>
  (s: Schema): Decision => {
    const table = s.get(of.tableId);
    if (!table) return reject('NOT_FOUND');
    if (isNameTaken(s, name, of.tableId)) return reject('NAME_TAKEN', { text: 'tableNameExists' });
    return table.name === name ? [] : [tableRenamed({ ...of, name })];
  };

export const addField =
  (of: OfField, field: FieldShape) =>
  (s: Schema): Decision => {
    const table = s.get(of.tableId);
    if (!table) return reject('NOT_FOUND');
    if (table.fields.has(of.fieldId)) return [];
    const unfit = unfitGiven(undefined, field);
    if (unfit) return unfit;
    if (isNameTaken(table.fields, field.name, of.fieldId))
      return reject('NAME_TAKEN', { text: 'field-name-taken' });
    return (
      tooManyFields(table, field) ??
      tooManyEver(table, 1) ??
      tooManyOptions(table, undefined, field) ?? [fieldAdded({ ...of, field })]
    );
  };

/** The refusal of a field with given values that becomes or was another one, or is required. */
export function unfitGiven(
  before: Pick<FieldShape, 'type'> | undefined,
  after: Pick<FieldShape, 'type' | 'required'>,
): Problem | undefined {
  const refused = (path: string, key: string): Problem =>
    reject('VALIDATION_ERROR', { details: [{ path, message: { key } }] });
  const isOfFiles = hasFiles(after.type) || (before !== undefined && hasFiles(before.type));
  const kind = isOfFiles ? 'files' : 'given';
  const isRetyped = before !== undefined && before.type !== after.type;
  if (isRetyped && (isGiven(before.type) || isGiven(after.type)))
    return refused('type', `field-${kind}-type`);
  return after.required && isGiven(after.type)
    ? refused('required', `field-${kind}-required`)
    : undefined;
}

/** The refusal of one more field. */
export function tooManyFields(
  { fields }: SchemaTable,
  more: Pick<FieldShape, 'type'>,
): Problem | undefined {
  const refused = (key: string, limit: number): Problem =>
    reject('PLAN_LIMIT', { text: { key, values: { limit } } });
  if (fields.size >= MAX_FIELDS) return refused('field-limit', MAX_FIELDS);
  return isNumbered(more) &&
    fields.values().filter(isNumbered).toArray().length >= MAX_NUMBER_FIELDS
    ? refused('number-field-limit', MAX_NUMBER_FIELDS)
    : undefined;
}

const isNumbered = ({ type }: Pick<FieldShape, 'type'>): boolean => type === 'auto_number';

/** The refusal of so many more fields in a table that was given too many, removed ones included. */
export const tooManyEver = (table: SchemaTable, more: number): Decision | undefined =>
  madeIn(table) + more > MAX_FIELDS_EVER
    ? reject('PLAN_LIMIT', {
        text: { key: 'field-limit-ever', values: { limit: MAX_FIELDS_EVER } },
      })
    : undefined;

/** The ids of merged options, with those that they became. */
const mergedIn = ({ validation: { options = [] } }: Pick<FieldShape, 'validation'>) =>
  Object.fromEntries(
    options.flatMap(({ id, merged = [] }) => merged.map(other => [other, id] as const)),
  );

/** Whether options are merged, or no longer are, so that values become others. */
export const isMerged = (
  before: Pick<FieldShape, 'validation'>,
  after: Pick<FieldShape, 'validation'>,
): boolean => !sameJson(mergedIn(before), mergedIn(after));

/** Whether values are converted when a field becomes another one. */
export const isConverted = (
  before: Pick<FieldShape, 'type' | 'validation'>,
  after: Pick<FieldShape, 'type' | 'validation'>,
): boolean => formOf(before.type) !== formOf(after.type) || isMerged(before, after);

/** Counts options with those merged into them, whose ids a table keeps. */
export const countOptions = (fields: Iterable<Pick<FieldShape, 'validation'>>): number =>
  Array.from(fields, ({ validation }) => validation.options ?? [])
    .flat()
    .reduce((sum, { merged = [] }) => sum + 1 + merged.length, 0);

/** The refusal of a field with more options than a table keeps. */
export function tooManyOptions(
  { fields }: SchemaTable,
  before: FieldShape | undefined,
  after: FieldShape,
): Problem | undefined {
  const more = countOptions([after]) - (before ? countOptions([before]) : 0);
  return more > 0 && countOptions(fields.values()) + more > MAX_TABLE_OPTIONS
    ? reject('PLAN_LIMIT', { text: { key: 'option-limit', values: { limit: MAX_TABLE_OPTIONS } } })
    : undefined;
}

/** Whether a field has the options that a caller saw, under any names. */
const hasSeen = ({ validation: { options = [] } }: FieldShape, seen: readonly string[]): boolean =>
  options.length === seen.length && options.every(({ id }) => seen.includes(id));

/** @param seen the ids of the options that the caller saw; undefined if that does not matter */
export const changeField =
  (
    of: OfField,
    change: { [K in keyof FieldShape]?: FieldShape[K] | undefined },
    reading?: Reading,
    seen?: readonly string[],
  ) =>
  (s: Schema): Decision => {
    const table = s.get(of.tableId);
    const now = table?.fields.get(of.fieldId);
    if (!table || !now) return reject('NOT_FOUND');
    if (seen && !hasSeen(now, seen))
      return reject('VERSION_MISMATCH', {
        data: {
          current: { id: of.fieldId, ...now, relationships: relationshipsOf(of.fieldId, now) },
        },
      });
    const retyped = change.type !== undefined && change.type !== now.type;
    const given = Object.fromEntries(
      Object.entries(change).filter(([, value]) => value !== undefined),
    );
    const { relationships, ...rest } = now;
    const isRelated = relationships && isRelational(change.type ?? now.type);
    const field: FieldShape = {
      ...rest,
      ...(isRelated && { relationships }),
      ...(retyped && { validation: {} }),
      ...given,
    };
    if (isNameTaken(table.fields, field.name, of.fieldId))
      return reject('NAME_TAKEN', { text: 'field-name-taken' });
    if (sameJson(field, now)) return [];
    const excess = unfitGiven(now, field) ?? tooManyOptions(table, now, field);
    if (excess) return excess;
    const isRead = reading && isConverted(now, field);
    return [fieldChanged({ ...of, field, ...(isRead && { reading }) })];
  };

/** Positions count from 0; one behind the end means the end. */
export const moveField =
  (of: OfField, to: number) =>
  (s: Schema): Decision => {
    const ids = [...(s.get(of.tableId)?.fields.keys() ?? [])];
    if (!ids.includes(of.fieldId)) return reject('NOT_FOUND');
    const order = ids.filter(id => id !== of.fieldId);
    order.splice(to, 0, of.fieldId);
    return order.join() === ids.join() ? [] : [fieldMoved({ ...of, order })];
  };
