import type { InputOf } from '@hzm/contracts/core/call';
import { ME } from '@hzm/contracts/core/choices';
import { hasFiles, hasOptions, hasPeople } from '@hzm/contracts/core/everyday';
import {
  conditionsIn,
  flatMapGroup,
  type ConditionGroup as Grouped,
} from '@hzm/contracts/core/groups';
import { Id } from '@hzm/contracts/core/ids';
import { nfc } from '@hzm/contracts/core/normal';
import { Problem } from '@hzm/contracts/core/problem';
import { truthOf } from '@hzm/contracts/core/truth';
import type { listRows } from '@hzm/contracts/features/rows/api';
import {
  MAX_CONDITIONS,
  MAX_IN,
  MAX_IN_ALL,
  MAX_SORT_KEYS,
} from '@hzm/contracts/features/rows/row';
import { readOperand, type Operand } from '@hzm/contracts/features/tables/canonical';
import type { Field } from '@hzm/contracts/features/tables/table';
import { rowDocs, type RowDoc } from '@hzm/projections/features/rows/rows';
import { askerOf, type Context } from '@hzm/services/core/engine';
import type {
  Asker,
  Condition,
  Find,
  Path,
  SortKey,
  SourcedFind,
} from '@hzm/services/core/ports/read-model';
import { inAnswer } from '@hzm/services/core/read-model/answer-page';
import { pathOf, timeOfType } from '../../access/given.ts';
import type { ValueClock } from '../tables/value-clock.ts';
import { comparedChoice, contained, searchIn, sortBy, sortByTime } from './choice-query.ts';
import { personIn, UNKNOWN_PERSON, unknownOption } from './choice-values.ts';
import { areKeyedById, fieldsGone, goneAt } from './field-key.ts';
import { never } from './moments.ts';
import { rowMembers, wireBytes } from './view.ts';

type Query = InputOf<typeof listRows>['query'];
type Asked = NonNullable<Query['filter']>[string];

/** A condition of a group, as one of `filter`. */
export type AskedCondition = { readonly field: string; readonly filter: Asked };
/** A list's query, with groups of conditions if it was asked in JSON. */
export type RowQuery = Query & { readonly where?: Grouped<AskedCondition> };

const refused = (
  path: string,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
) => new Problem('VALIDATION_ERROR', { details: [{ path, message: { key, values } }] });

/** @throws Problem VALIDATION_ERROR, CONFLICT for a field that the caller is not shown */
export function fieldNamed(fields: readonly Field[], name: string, path: string): Field {
  const composed = nfc(name);
  const field = fields.find(f => f.name === name) ?? fields.find(f => f.name === composed);
  if (field) return field;
  throw areKeyedById(fields) ? fieldsGone([goneAt(path)]) : refused(path, 'field-unknown');
}

/** The clock of a query's project, and the actor who is *me* in it. */
type Reading = { readonly clock: ValueClock; readonly me: string };
type Asking = Asker & Reading;

/** Returns who asks a query of a project. */
export const askingOf = (context: Context, clock: ValueClock): Asking => ({
  ...askerOf(context),
  clock,
  me: context.caller.actor,
});

/**
 * Translates a caller's query for the read model. @throws Problem VALIDATION_ERROR for a field that
 * is not there, too many conditions or values
 */
export function findOf(
  tableId: string,
  fields: readonly Field[],
  query: RowQuery,
  { clock, me, ...asker }: Asking,
): SourcedFind<RowDoc> {
  const { page, limit, sort, order, filter = {}, where, q, cursor, count } = query;
  const named = (name: string, path: string): Field => fieldNamed(fields, name, path);
  checkAmount([
    ...Object.values(filter),
    ...(where ? conditionsIn(where).map(one => one.filter) : []),
  ]);
  const fieldBy = (name: string): SortKey<RowDoc>['by'] => {
    if (name === 'created_at' || name === 'updated_at') return sortByTime(name);
    return name === 'id' ? { path: name } : sortBy(sortable(named(name, 'sort')));
  };
  const group =
    where &&
    groupIn(where, ({ field, filter: asked }) =>
      isOwn(field)
        ? [...idIn(field, asked), ...ownConditions(field, asked, clock)]
        : conditions(named(field, `where.${field}`), asked, { clock, me }),
    );
  return {
    collection: rowDocs,
    partition: tableId,
    ...idsOf(filter.id),
    where: Object.entries(filter).flatMap(([name, asked]) =>
      isOwn(name)
        ? ownConditions(name, asked, clock)
        : conditions(named(name, `filter.${name}`), asked, { clock, me }),
    ),
    ...(group && { groups: [group] }),
    ...(q ? searchIn(fields, q, clock) : {}),
    sort: sortOf(
      sort === undefined ? ['created_at'] : sortNames(sort, fields),
      order.split(','),
      fieldBy,
    ),
    ...(cursor === undefined ? { skip: (page - 1) * limit } : { cursor }),
    limit,
    bytes: inAnswer(wireBytes(fields)),
    count: count === 'exact',
    members: rowMembers(fields),
    ...asker,
  };
}

/** @throws Problem VALIDATION_ERROR for a field of files, which have no order */
function sortable(field: Field): Field {
  if (hasFiles(field.type)) throw refused('sort', 'sort-files');
  return field;
}

/** @throws Problem VALIDATION_ERROR for too many conditions, or values in their lists */
function checkAmount(given: readonly Asked[]): void {
  let [count, values] = [0, 0];
  for (const of of given) {
    count += typeof of === 'string' ? 1 : Object.keys(of).length;
    if (typeof of !== 'string' && of.in !== undefined) values += listOf(of.in).length;
  }
  if (count > MAX_CONDITIONS) throw refused('filter', 'filter-too-many', { limit: MAX_CONDITIONS });
  if (values > MAX_IN_ALL) throw refused('filter', 'filter-values-too-many', { limit: MAX_IN_ALL });
}

type RowCondition = Condition<Path<RowDoc>>;

/**
 * Returns a group for the read model. A condition that says nothing, as a text without letters,
 * counts as absent, and a group of nothing, too.
 */
const groupIn = (
  group: Grouped<AskedCondition>,
  conditionsOf: (one: AskedCondition) => readonly RowCondition[],
) =>
  flatMapGroup<AskedCondition, RowCondition>(group, one => {
    const all = conditionsOf(one);
    return all.length > 1 ? [{ all }] : all;
  });

/** Returns the conditions on an id that a group holds, which no key of the store finds. */
const idIn = (member: OwnMember, asked: Asked): readonly RowCondition[] => {
  const ids = member === 'id' ? idsOf(asked).ids : undefined;
  return ids ? [{ path: 'id', op: 'in', values: ids }] : [];
};

/** The names to sort by. One that is a field's as it stands is that field, whatever it holds. */
const sortNames = (sort: string, fields: readonly Field[]): readonly string[] =>
  fields.some(({ name }) => name === sort) ? [sort] : listOf(sort);

/** @param names the fields to sort by, the first leads @throws Problem VALIDATION_ERROR */
function sortOf(
  names: readonly string[],
  orders: readonly string[],
  byOf: (name: string) => SortKey<RowDoc>['by'],
): Find<RowDoc>['sort'] {
  if (names.length > MAX_SORT_KEYS)
    throw refused('sort', 'sort-too-many', { limit: MAX_SORT_KEYS });
  if (new Set(names).size < names.length) throw refused('sort', 'sort-twice');
  if (orders.length > 1 && orders.length !== names.length) throw refused('order', 'sort-orders');
  const [first, ...thenBy] = names.map((name, i) => ({
    by: byOf(name),
    descending: (orders[i] ?? orders[0]) === 'desc',
  }));
  return first && { ...first, thenBy };
}

/** A member of every row that is no field. */
type OwnMember = 'id' | 'created_at' | 'updated_at';
const isOwn = (name: string): name is OwnMember =>
  name === 'id' || name === 'created_at' || name === 'updated_at';

/** Parses an operand for a row's own member. @throws Problem VALIDATION_ERROR */
function ownOperand(member: OwnMember, text: string, timeZone: string): string {
  const type = member === 'id' ? 'id' : 'datetime';
  const read =
    type === 'id'
      ? Id.safeParse(text).data?.toLowerCase()
      : (readOperand(type, text, timeZone) as string | undefined);
  if (read === undefined) throw refused(`filter.${member}`, 'value-type', { type });
  return read;
}

/** Returns the ids in question, which are found by the key of the store: ids are kept in lowercase. */
function idsOf(asked: Asked | undefined): { readonly ids?: readonly string[] } {
  const { eq, in: among } = typeof asked === 'object' ? asked : { eq: asked };
  const lists = [
    ...(eq === undefined ? [] : [[eq]]),
    ...(among === undefined ? [] : [listed('id', among)]),
  ];
  return lists.length === 0
    ? {}
    : {
        ids: lists
          .map(ids => ids.map(id => id.toLowerCase()))
          .reduce((some, others) => some.filter(id => others.includes(id))),
      };
}

/** Returns the conditions on a row's own member. @throws Problem VALIDATION_ERROR */
function ownConditions(
  name: OwnMember,
  asked: Asked,
  { timeZone }: ValueClock,
): Condition<Path<RowDoc>>[] {
  const isText = typeof asked === 'string';
  if (isText ? name !== 'id' : asked.empty !== undefined)
    throw refused(`filter.${name}`, 'filter-own', { name });
  return Object.entries(isText ? { eq: asked } : asked).flatMap(
    ([op, text]): Condition<Path<RowDoc>>[] => {
      const values = textsOf(name, op, text).map(part => ownOperand(name, part, timeZone));
      return name === 'id' && (op === 'in' || op === 'eq') ? [] : [comparison(name, op, values)];
    },
  );
}

/** A comparison with one value, or with any of several. */
const comparison = (path: Path<RowDoc>, op: string, values: readonly Operand[]): RowCondition =>
  op === 'in' ? { path, op, values } : { path, op: op as 'eq', value: values[0]! };

/** Returns the conditions on a field. One that shows a time of the row is never empty. */
function conditions(field: Field, asked: Asked, { clock, me }: Reading): RowCondition[] {
  const { name, type } = field;
  const time = timeOfType(type);
  const path = pathOf(field);
  if (
    hasFiles(type) &&
    (typeof asked === 'string' || Object.keys(asked).some(op => op !== 'empty'))
  )
    throw refused(`filter.${name}`, 'filter-files');
  if (typeof asked === 'string') return asked === '' ? [] : contained(field, asked, clock);
  return Object.entries(asked).flatMap(([op, text]): RowCondition | RowCondition[] => {
    if (op === 'empty') {
      const value = isTrue(`filter.${name}`, text);
      if (!time) return { path, op, value };
      return value ? never(time) : [];
    }
    if (hasOptions(type)) return choice(field, op, text);
    if (hasPeople(type)) return person(field, op, text, me);
    const values = textsOf(name, op, text).map(part => operand(field, part, clock.timeZone));
    return comparison(path, op, values);
  });
}

/** The texts that an operator compares with. @throws Problem VALIDATION_ERROR */
const textsOf = (name: string, op: string, text: string): readonly string[] =>
  op === 'in' ? listed(name, text) : [text];

/** The values of an `in`. @throws Problem VALIDATION_ERROR */
function listed(name: string, text: string): readonly string[] {
  const parts = listOf(text);
  if (parts.length > MAX_IN)
    throw refused(`filter.${name}`, 'filter-in-too-many', { limit: MAX_IN });
  return parts;
}

/** Values apart by commas, or, where one of them holds a comma, as a JSON list. */
export function listOf(text: string): readonly string[] {
  if (!text.startsWith('[')) return text.split(',');
  try {
    const values: unknown = JSON.parse(text);
    return Array.isArray(values) ? values.map(String) : [text];
  } catch {
    return text.split(',');
  }
}

/** A comparison with options of the field. @throws Problem VALIDATION_ERROR */
function choice(field: Field, op: string, text: string): Condition<Path<RowDoc>> {
  const texts = textsOf(field.name, op, text);
  const compared = comparedChoice(field, op as 'eq', texts);
  if (compared) return compared;
  const message = unknownOption(field.validation.options ?? []);
  throw new Problem('VALIDATION_ERROR', { details: [{ path: `filter.${field.name}`, message }] });
}

/** A comparison with people: by id, by a name that the caller may read, or *me*. */
function person(field: Field, op: string, text: string, me: string): Condition<Path<RowDoc>> {
  if (op !== 'in' && op !== 'eq' && op !== 'ne')
    throw refused(`filter.${field.name}`, 'filter-people-order');
  const ids = textsOf(field.name, op, text).map(one => (one === ME ? me : personIn(field, one)));
  const known = ids.filter(id => id !== undefined);
  if (known.length < ids.length) throw refused(`filter.${field.name}`, UNKNOWN_PERSON.key);
  return comparison(pathOf(field), op, known);
}

/** A query's text as a value of the field's kind. @throws Problem VALIDATION_ERROR */
function operand({ name, type }: Field, text: string, timeZone: string): Operand {
  const value = readOperand(type, text, timeZone);
  if (value === undefined) throw refused(`filter.${name}`, 'value-type', { type });
  return value;
}

/** @throws Problem VALIDATION_ERROR */
function isTrue(path: string, text: string): boolean {
  const value = truthOf(text);
  if (value === undefined) throw refused(path, 'value-type', { type: 'boolean' });
  return value;
}
