import { choiceIn } from '@hzm/contracts/core/choices';
import { hasOptions } from '@hzm/contracts/core/everyday';
import type { Json } from '@hzm/contracts/core/json';
import type { EndpointFilter } from '@hzm/contracts/features/custom-endpoints/definition';
import { readOperand, type Operand } from '@hzm/contracts/features/tables/canonical';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { RowDoc } from '@hzm/projections/features/rows/rows';
import { compile, matches } from '@hzm/services/core/ports/condition';
import type { Condition, Path } from '@hzm/services/core/ports/read-model';
import { pathOf, timeOfType } from '../../access/given.ts';
import { comparedChoice, containedChoice, containedText } from '../rows/choice-query.ts';
import { never, spanConditions } from '../rows/moments.ts';
import { sourceValue, type Given } from './parameters.ts';
import type { EndpointTable } from './table.ts';

type RowCondition = Condition<Path<RowDoc>>;

/**
 * The filters of an endpoint with the values of one call. `rowId` limits them to the row of that
 * id.
 */
export interface Conditions {
  readonly rowId: string | undefined;
  readonly where: readonly RowCondition[];
}

/** A list is given to `in` alone, and an object to no filter. */
const textOf = (operand: Json): string =>
  typeof operand === 'object' ? JSON.stringify(operand) : String(operand);

/** Filters whose parameter was not given are left out; two ids are no row's. */
export function conditionsOf(
  table: EndpointTable,
  filters: readonly EndpointFilter[],
  given: Given,
): Conditions {
  const asked = filters.flatMap(({ field, op, value }) => {
    const operand = sourceValue(value, given);
    return operand === undefined ? [] : [{ field, op, operand }];
  });
  const ids = new Set(
    asked.filter(({ field }) => field === 'id').map(({ operand }) => textOf(operand)),
  );
  return {
    rowId: ids.size === 0 ? undefined : ids.size === 1 ? [...ids][0] : '',
    where: asked.flatMap(({ field, op, operand }) =>
      field === 'id' ? [] : conditionsOn(table, field, op, operand),
    ),
  };
}

/** An operand as the field's values are kept; as it is where it is none of them. */
export function operandOf({ byId, clock }: EndpointTable, field: string, operand: Json): Operand {
  const of = byId.get(field);
  const type = of?.type;
  if (of && hasOptions(of.type))
    return choiceIn(of.validation.options ?? [], textOf(operand)) ?? textOf(operand);
  const read =
    type !== undefined &&
    (typeof operand === 'string' || (typeof operand === 'number' && type === 'currency'))
      ? readOperand(type, String(operand), clock.timeZone)
      : undefined;
  return read ?? (operand as Operand);
}

/** A comparison with options; with a text that names none, only a negated one passes. */
function choice(field: Field, op: EndpointFilter['op'], operand: Json): RowCondition {
  if (op === 'contains') return containedChoice(field, textOf(operand));
  const texts = op === 'in' ? listOf(operand).map(textOf) : [textOf(operand)];
  return (
    comparedChoice(field, op as 'eq', texts) ?? {
      path: pathOf(field),
      op: 'has',
      values: [],
      negated: op === 'ne',
    }
  );
}

const listOf = (operand: Json): readonly Json[] =>
  Array.isArray(operand) ? (operand as readonly Json[]) : textOf(operand).split(',');

/** Returns the conditions on a field that shows a time of the row; a text that is none finds none. */
function timeConditions(
  { clock }: EndpointTable,
  member: 'created_at' | 'updated_at',
  op: EndpointFilter['op'],
  operand: Json,
): readonly RowCondition[] {
  if (op === 'empty') return operand === true ? [never(member)] : [];
  if (op === 'contains') return spanConditions(member, textOf(operand), clock) ?? [never(member)];
  const values = (op === 'in' ? listOf(operand) : [operand]).flatMap(
    one => (readOperand('datetime', textOf(one), clock.timeZone) as string | undefined) ?? [],
  );
  if (op === 'in') return [{ path: member, op, values }];
  const [value] = values;
  return value === undefined ? (op === 'ne' ? [] : [never(member)]) : [{ path: member, op, value }];
}

function conditionsOn(
  table: EndpointTable,
  field: string,
  op: EndpointFilter['op'],
  operand: Json,
): readonly RowCondition[] {
  const of = table.byId.get(field);
  const time = of && timeOfType(of.type);
  return time ? timeConditions(table, time, op, operand) : [condition(table, field, op, operand)];
}

function condition(
  table: EndpointTable,
  field: string,
  op: EndpointFilter['op'],
  operand: Json,
): RowCondition {
  const of = table.byId.get(field);
  const path = of ? pathOf(of) : (`values.${field}` as const);
  if (of && hasOptions(of.type) && op !== 'empty') return choice(of, op, operand);
  switch (op) {
    case 'contains':
      return of ? containedText(of, textOf(operand)) : { path, op, text: textOf(operand) };
    case 'empty':
      return { path, op, value: operand === true };
    case 'in':
      return { path, op, values: listOf(operand).map(one => operandOf(table, field, one)) };
    default:
      return { path, op, value: operandOf(table, field, operand) };
  }
}

/** Whether a row is one of those that are asked for. */
export const isAskedFor = (doc: RowDoc, { rowId, where }: Conditions): boolean =>
  (rowId === undefined || doc.id === rowId) && where.every(one => matches(doc, compile(one)));
