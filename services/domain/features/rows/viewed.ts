import { Problem } from '@hzm/contracts/core/problem';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { RowDoc } from '@hzm/projections/features/rows/rows';
import type { Context } from '@hzm/services/core/engine';
import type { SourcedFind } from '@hzm/services/core/ports/read-model';
import type { WholeFind } from '@hzm/services/core/read-model/pages';
import { viewFor } from '../saved-views/view.ts';
import { keyedFields } from './field-key.ts';
import { listQueryOf } from './json-query.ts';
import { findOf, type RowQuery } from './query.ts';

/**
 * Translates a caller's query, within a saved view if it names one: the view's conditions hold
 * besides those of the query, and its sort where the query has none.
 * @throws Problem NOT_FOUND for a view that the caller does not see; CONFLICT for a removed field
 */
export async function viewedFind(
  context: Context,
  tableId: string,
  fields: readonly Field[],
  { view, ...query }: RowQuery,
  asking: Parameters<typeof findOf>[3],
): Promise<SourcedFind<RowDoc>> {
  const find = findOf(tableId, fields, query, asking);
  if (view === undefined) return find;
  const doc = await viewFor(context, view);
  if (doc.tableId !== tableId) throw new Problem('NOT_FOUND');
  const { filters, where, sort } = doc.settings;
  const saved = findOf(
    tableId,
    keyedFields(fields, 'id'),
    {
      page: 1,
      limit: 1,
      count: 'none',
      filter: filters,
      ...(where && { where }),
      order: sort.map(({ order }) => order).join() || 'asc',
      ...(sort.length > 0 && { sort: sort.map(({ field }) => field).join() }),
    },
    asking,
  );
  return {
    ...find,
    where: [...(find.where ?? []), ...(saved.where ?? [])],
    groups: [...(find.groups ?? []), ...(saved.groups ?? [])],
    ...(query.sort === undefined && sort.length > 0 && saved.sort && { sort: saved.sort }),
  };
}

type Asked = Parameters<typeof listQueryOf>[0];

/** The conditions of a body, and the order of its rows, without pages. */
export interface AskedRows extends Pick<Asked, 'params' | 'query'> {
  readonly body: Pick<Asked['body'], 'filter' | 'where' | 'sort' | 'order'>;
}

/** Same for all rows that a body finds, of which no page is asked for. */
export async function wholeFind(
  context: Context,
  tableId: string,
  fields: readonly Field[],
  { params, query, body }: AskedRows,
  asking: Parameters<typeof findOf>[3],
): Promise<WholeFind<RowDoc>> {
  const asked = { params, query, body: { ...body, page: 1, limit: 1, count: 'none' as const } };
  const {
    members: _members,
    skip: _skip,
    cursor: _cursor,
    count: _count,
    ...find
  } = await viewedFind(context, tableId, fields, listQueryOf(asked), asking);
  return find;
}
