import { conditionsIn } from '@hzm/contracts/core/groups';
import { fold } from '@hzm/contracts/core/turkish';
import {
  BadCursor,
  type Condition,
  type ConditionGroup,
  type Find,
  type Found,
} from '@hzm/services/core/ports/read-model';
import { mapInSlices } from '@hzm/services/core/ports/slices';
import type { Document } from '../../mongodb/database.ts';
import { mostCounted, totalCounted } from '../bounded-total.ts';
import { decodeCursor, encodeCursor, sortKeysOf } from '../cursor.ts';
import { findAmong } from '../memory/memory-find.ts';
import { ALWAYS, cellsContain, filterOf, someCellContains } from './filter.ts';
import { placesOf } from './key-locations.ts';
import { NOTHING } from './key-text.ts';
import { orderOf, runsAfter } from './order.ts';
import { keyOf, Page, readPage } from './page.ts';
import type { PartitionView } from './partition-view.ts';
import { docOf, storedId, type Stored } from './stored.ts';
import type { TimedDocuments } from './timed-documents.ts';

/** Answers a query from one partition. @throws BadCursor */
export async function findIn(view: PartitionView, query: Find): Promise<Found> {
  const { documents, layout, partition } = view;
  const { sort, skip = 0 } = query;
  const end = query.cursor === undefined ? undefined : decodeCursor(sort, query.cursor);
  const { where: conditions = [], groups = [], searchAlso = [] } = query;
  const sorted = sortKeysOf(sort);
  const paths = sorted.keys.flatMap(({ by }) => (by === 'changed' ? [] : [by.path]));

  const places = await placesOf(view, [
    ...[...conditions, ...conditionsIn({ all: [...searchAlso, ...groups] })].map(
      ({ path }) => path,
    ),
    ...paths,
  ]);
  const filterBy = (condition: Condition): Document | undefined => {
    const at = places.get(condition.path);
    return at && filterOf(condition, at);
  };
  const filters = await filtersOf(view, query, filterBy);
  // Ids of other partitions lie before and after.
  const isById = [...places.values()].some(place => place.kind === 'own' && place.field === '_id');
  const own = isById ? [{ _id: { $gte: `${partition}/`, $lt: `${partition}0` } }] : [];
  const where: Document = {
    $and: [{ p: partition }, ...own, ...filters.filter(filter => filter !== undefined)],
  };
  // Keys that are not stored are filtered and sorted in this process.
  if (filters.includes(undefined) || !paths.every(path => places.has(path)))
    return findAmong(await all(documents, where), query, layout.spec.indexMembersOf);

  if (end && !end.keys.every(key => typeof key === 'string')) throw new BadCursor();
  const order = orderOf(sorted, places);
  const isWhole = layout.spec.partitioned && filters.every(filter => filter === ALWAYS);
  const most = mostCounted(query.count);
  const page = new Page(query);
  const count = async (): Promise<number> =>
    isSeenWhole(documents, query, page)
      ? skip + page.rows.length
      : documents.countDocuments(where, most === undefined ? {} : { limit: most });
  const totalOf = async (): Promise<Pick<Found, 'total' | 'totalIsAtLeast'>> =>
    isWhole
      ? { total: await view.totals.of(layout, partition, of => documents.countDocuments(of)) }
      : totalCounted(query.count, await count());
  const reading = readPage(documents, order, runsAfter(order, end, where), skip, page);
  if (documents.isSlow) await reading;
  const [total] = await Promise.all([query.count && totalOf(), reading]);
  const last = page.rows.at(-1);
  const keysAt = (stored: Stored): string[] =>
    order.keys.map(
      ({ field }) => (field === undefined ? undefined : keyOf(stored, field)) ?? NOTHING,
    );
  return {
    docs: await mapInSlices(page.rows, ({ d }) => docOf(d!)),
    ...total,
    ...(last &&
      page.hasMore && { nextCursor: encodeCursor(sort, { seq: last.s!, keys: keysAt(last) }) }),
  };
}

/**
 * Whether a slow page holds all results, so that the total needs no second scan, which would take a
 * processor from others.
 */
const isSeenWhole = (
  { isSlow }: TimedDocuments,
  { cursor, skip = 0 }: Find,
  { hasMore, rows }: Page,
): boolean => isSlow && cursor === undefined && !hasMore && (skip === 0 || rows.length > 0);

/** Joins filters with OR; undefined if one of them is. */
function anyOf(filters: readonly (Document | undefined)[]): Document | undefined {
  const all = filters.filter(filter => filter !== undefined);
  if (all.length < filters.length) return undefined;
  return all.length === 1 ? all[0] : { $or: all };
}

/** Returns the filters of a query; one is undefined if its keys are not stored. */
async function filtersOf(
  view: PartitionView,
  { where = [], groups = [], ids, search, searchIn, searchAlso = [] }: Find,
  filterBy: (condition: Condition) => Document | undefined,
): Promise<(Document | undefined)[]> {
  const filters = [
    ...where.map(filterBy),
    ...groups.map(group => groupFilter(group, filterBy)),
    ...(ids ? [{ _id: { $in: ids.map(id => storedId(view.partition, id)) } }] : []),
  ];
  if (search === undefined) return filters;
  const found = await searchFilter(view, fold(search), searchIn);
  if (searchAlso.length === 0) return [...filters, found];
  return [...filters, anyOf([found, groupFilter({ any: searchAlso }, filterBy)])];
}

function groupFilter(
  group: ConditionGroup,
  filterBy: (condition: Condition) => Document | undefined,
): Document | undefined {
  const part = (one: Condition | ConditionGroup): Document | undefined =>
    'path' in one ? filterBy(one) : groupFilter(one, filterBy);
  return 'any' in group ? anyOf(group.any.map(part)) : allOf(group.all.map(part));
}

/** Joins filters with AND; undefined if one of them is. */
function allOf(filters: readonly (Document | undefined)[]): Document | undefined {
  const all = filters.filter(filter => filter !== undefined);
  return all.length < filters.length ? undefined : { $and: all };
}

async function searchFilter(
  view: PartitionView,
  needle: string,
  members: readonly string[] | undefined,
): Promise<Document> {
  if (members === undefined) return someCellContains(needle);
  const slots = await view.slotsOf(members);
  return cellsContain(
    needle,
    members.flatMap(member => slots.get(member) ?? []),
  );
}

/** Returns the matching documents in created order. */
async function all(documents: TimedDocuments, where: Document) {
  const rows = await documents
    .find(where, { projection: { d: 1, s: 1, pos: 1 }, sort: { s: 1 } })
    .toArray();
  return mapInSlices(rows, ({ s, pos, d }) => ({ seq: s!, pos, doc: docOf(d!) }));
}
