import { fold } from '@hzm/contracts/core/turkish';
import { ByteBudget, jsonBytes } from '@hzm/services/core/ports/byte-budget';
import {
  matches,
  matchesGroup,
  someMemberContains,
  compile,
  compileGroup,
} from '@hzm/services/core/ports/condition';
import { valueAt } from '@hzm/services/core/ports/path';
import type { Doc, Find, Found } from '@hzm/services/core/ports/read-model';
import { forEachInSlices, slice, sortedInSlices } from '@hzm/services/core/ports/slices';
import {
  compareKeys,
  type Key,
  orderKey,
  sectionAt,
  sectionsOf,
} from '@hzm/services/core/ports/value';
import {
  decodeCursor,
  encodeCursor,
  type KeysetCursor,
  type SortKeys,
  sortKeysOf,
} from '../cursor.ts';
import type { Filled } from './memory-staged-partition.ts';

/** Number of documents weighed in one slice. */
const TOGETHER = 32;

interface Placed extends KeysetCursor {
  readonly doc: Doc;
}

/** Answers a query from documents in created order, in slices, as of the call. @throws BadCursor */
export async function findAmong(
  filled: Iterable<Filled>,
  query: Find,
  membersOf: string | undefined,
): Promise<Found> {
  const after = query.cursor === undefined ? undefined : decodeCursor(query.sort, query.cursor);
  const sort = sortKeysOf(query.sort);
  const order = orderOf(sort);

  const matching = matcherOf(query, membersOf);
  // Slots change while other work runs; documents do not.
  const all = Array.from(filled, ({ seq, pos, doc }) => ({ seq, pos, doc }));
  const matched: Placed[] = [];
  await forEachInSlices(all, slot => {
    if (matching(slot.doc))
      matched.push({ keys: keysOf(slot, sort), seq: slot.seq, doc: slot.doc });
  });
  const placed = await sortedInSlices(matched, order);

  const from = (after === undefined ? 0 : firstBehind(placed, after, order)) + (query.skip ?? 0);
  const page = await fitting(placed.slice(from, from + query.limit), query.bytes);
  const last = page.at(-1);
  return {
    docs: page.map(({ doc }) => doc),
    ...(query.count && { total: placed.length }),
    ...(last &&
      from + page.length < placed.length && { nextCursor: encodeCursor(query.sort, last) }),
  };
}

async function fitting(
  placed: readonly Placed[],
  bytes: Find['bytes'],
): Promise<readonly Placed[]> {
  if (!bytes) return placed;
  const budget = new ByteBudget(bytes.most);
  let end = 0;
  while (
    end < placed.length &&
    budget.takes(jsonBytes(placed[end]!.doc) + (bytes.perDocument ?? 0))
  )
    if (++end % TOGETHER === 0) await slice();
  return placed.slice(0, end);
}

function matcherOf(
  { ids, where = [], groups = [], search, searchIn, searchAlso = [] }: Find,
  membersOf: string | undefined,
): (doc: Doc) => boolean {
  const tests = where.map(compile);
  const grouped = groups.map(compileGroup);
  const others = searchAlso.length > 0 && compileGroup({ any: searchAlso });
  const wanted = ids && new Set(ids);
  const needle = search === undefined ? undefined : fold(search);
  return doc =>
    wanted?.has(doc.id) !== false &&
    tests.every(test => matches(doc, test)) &&
    grouped.every(group => matchesGroup(doc, group)) &&
    (needle === undefined ||
      someMemberContains(doc, membersOf!, needle, searchIn) ||
      (others && matchesGroup(doc, others)));
}

const keysOf = (slot: Pick<Filled, 'pos' | 'doc'>, { keys }: SortKeys): Key[] =>
  keys.map(({ by }) => (by === 'changed' ? slot.pos : orderKey(valueAt(slot.doc, by.path))));

function orderOf({ keys, descending }: SortKeys): (a: KeysetCursor, b: KeysetCursor) => number {
  const sorts = keys.map(({ by, descending: isDescending }) => ({
    sign: isDescending ? -1 : 1,
    sections: by === 'changed' || !by.order ? undefined : sectionsOf(by.order),
  }));
  const ofTies = descending ? -1 : 1;
  return (a, b) => {
    for (const [i, { sign, sections }] of sorts.entries()) {
      const [x, y] = [a.keys[i]!, b.keys[i]!];
      const order =
        (sections ? sectionAt(sections, x) - sectionAt(sections, y) : 0) || compareKeys(x, y);
      if (order !== 0) return sign * order;
    }
    return ofTies * (a.seq - b.seq);
  };
}

function firstBehind(
  placed: readonly Placed[],
  after: KeysetCursor,
  order: (a: KeysetCursor, b: KeysetCursor) => number,
): number {
  const index = placed.findIndex(place => order(place, after) > 0);
  return index < 0 ? placed.length : index;
}
