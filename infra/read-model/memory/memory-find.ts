import { ByteBudget, jsonBytes } from '@hzm/services/core/ports/byte-budget';
import type { Doc, Find, Found } from '@hzm/services/core/ports/read-model';
import { matches, someMemberContains, compile } from '@hzm/services/core/ports/condition';
import { decodeCursor, encodeCursor, type KeysetCursor, type SortKeys, sortKeysOf } from '../cursor.ts';
import { valueAt } from '@hzm/services/core/ports/path';
import { compareKeys, type Key, orderKey } from '@hzm/services/core/ports/value';
import { fold } from '@hzm/contracts/core/turkish';
import type { Filled } from './memory-staged-partition.ts';

interface Placed extends KeysetCursor {
  readonly doc: Doc;
}

/** Answers a query from documents in created order. @throws BadCursor */
export function findAmong(filled: Iterable<Filled>, query: Find, membersOf: string | undefined): Found {
  const after = query.cursor === undefined ? undefined : decodeCursor(query.sort, query.cursor);
  const sort = sortKeysOf(query.sort);
  const order = orderOf(sort);

  const matching = matcherOf(query, membersOf);
  const placed: Placed[] = [];
  for (const slot of filled) if (matching(slot.doc)) placed.push({ keys: keysOf(slot, sort), seq: slot.seq, doc: slot.doc });
  placed.sort(order);

  const from = (after === undefined ? 0 : firstBehind(placed, after, order)) + (query.skip ?? 0);
  const page = fitting(placed.slice(from, from + query.limit), query.bytes);
  const last = page.at(-1);
  return {
    docs: page.map(({ doc }) => doc),
    ...(query.count && { total: placed.length }),
    ...(last && from + page.length < placed.length && { nextCursor: encodeCursor(query.sort, last) }),
  };
}

function fitting(placed: readonly Placed[], bytes: Find['bytes']): readonly Placed[] {
  if (!bytes) return placed;
  const budget = new ByteBudget(bytes.most);
  const end = placed.findIndex(({ doc }) => !budget.takes(jsonBytes(doc) + (bytes.perDocument ?? 0)));
  return end < 0 ? placed : placed.slice(0, end);
}

function matcherOf({ where = [], search }: Find, membersOf: string | undefined): (doc: Doc) => boolean {
  const tests = where.map(compile);
  const needle = search === undefined ? undefined : fold(search);
  return doc => tests.every(test => matches(doc, test)) && (needle === undefined || someMemberContains(doc, membersOf!, needle));
}

const keysOf = (slot: Filled, { keys }: SortKeys): Key[] => keys.map(({ by }) => (by === 'changed' ? slot.pos : orderKey(valueAt(slot.doc, by.path))));

function orderOf({ keys, descending }: SortKeys): (a: KeysetCursor, b: KeysetCursor) => number {
  const signs = keys.map(key => (key.descending ? -1 : 1));
  const ofTies = descending ? -1 : 1;
  return (a, b) => {
    for (const [i, sign] of signs.entries()) {
      const order = compareKeys(a.keys[i]!, b.keys[i]!);
      if (order !== 0) return sign * order;
    }
    return ofTies * (a.seq - b.seq);
  };
}

function firstBehind(placed: readonly Placed[], after: KeysetCursor, order: (a: KeysetCursor, b: KeysetCursor) => number): number {
  const index = placed.findIndex(place => order(place, after) > 0);
  return index < 0 ? placed.length : index;
}
