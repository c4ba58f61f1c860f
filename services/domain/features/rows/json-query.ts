import type { InputOf } from '@hzm/contracts/core/call';
import { mapGroup } from '@hzm/contracts/core/groups';
import type { queryRows } from '@hzm/contracts/features/rows/api';
import type { AskedCondition, RowQuery } from './query.ts';

type Asked = InputOf<typeof queryRows>;
type Filter = NonNullable<Asked['body']['filter']>[string];
type JsonCondition = { readonly field: string; readonly filter: Filter };
type Operands = Exclude<Filter, string>[keyof Exclude<Filter, string>];

const textOf = (operand: NonNullable<Operands>): string =>
  Array.isArray(operand) ? JSON.stringify(operand.map(String)) : String(operand);

function textsOf(filter: Filter): string | Record<string, string> {
  if (typeof filter === 'string') return filter;
  const given = Object.entries(filter).filter(entry => entry[1] !== undefined);
  return Object.fromEntries(given.map(([op, operand]) => [op, textOf(operand)]));
}

/**
 * Returns the conditions of a body as those of an address, which have one meaning and one set of
 * bounds.
 */
export function listQueryOf({ query, body }: Asked): RowQuery {
  const { filter = {}, where, sort, order, ...paging } = body;
  return {
    ...query,
    ...paging,
    filter: Object.fromEntries(Object.entries(filter).map(([name, of]) => [name, textsOf(of)])),
    order: order.join(','),
    ...(where && {
      where: mapGroup<JsonCondition, AskedCondition>(where, ({ field, filter: of }) => ({
        field,
        filter: textsOf(of),
      })),
    }),
    ...(sort && { sort: JSON.stringify(sort) }),
  };
}
