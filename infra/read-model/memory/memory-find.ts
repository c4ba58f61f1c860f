import { ByteBudget, jsonBytes } from '@hzm/services/core/ports/byte-budget';
import type { Doc, Find, Found } from '@hzm/services/core/ports/read-model';
import { matches, someMemberContains, compile } from '../condition.ts';
import { decodeCursor, encodeCursor, type KeysetCursor } from '../cursor.ts';
import { valueAt } from '../path.ts';
import { compareKeys, type Key, orderKey } from '../value.ts';
import { fold } from '@hzm/contracts/core/turkish';
import type { Filled } from './memory-staged-partition.ts';

interface Placed extends KeysetCursor {
  readonly doc: Doc;
}

/** Answers a query from documents in created order. @throws BadCursor */
export function findAmong(filled: Iterable<Filled>, query: Find, membersOf: string | undefined): Found {
  const after = query.cursor === undefined ? undefined : decodeCursor(query.sort, query.cursor);
  const keyOf = sortKeyOf(query);
  const order = orderOf(query);

  const matching = matcherOf(query, membersOf);
  const placed: Placed[] = [];
  for (const slot of filled) if (matching(slot.doc)) placed.push({ key: keyOf(slot), seq: slot.seq, doc: slot.doc });
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

function sortKeyOf({ sort }: Find): (slot: Filled) => Key {
  const by = sort?.by ?? 'created';
  if (by === 'created') return () => null;
  if (by === 'changed') return slot => slot.pos;
  return slot => orderKey(valueAt(slot.doc, by.path));
}

function orderOf({ sort }: Find): (a: KeysetCursor, b: KeysetCursor) => number {
  const direction = sort?.descending ? -1 : 1;
  if ((sort?.by ?? 'created') === 'created') return (a, b) => direction * (a.seq - b.seq);
  return (a, b) => direction * compareKeys(a.key, b.key) || a.seq - b.seq;
}

function firstBehind(placed: readonly Placed[], after: KeysetCursor, order: (a: KeysetCursor, b: KeysetCursor) => number): number {
  const index = placed.findIndex(place => order(place, after) > 0);
  return index < 0 ? placed.length : index;
}
