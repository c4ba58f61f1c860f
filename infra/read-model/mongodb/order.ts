import type { Find } from '@hzm/services/core/ports/read-model';
import type { Document } from '../../mongodb/database.ts';
import type { KeysetCursor as End } from '../cursor.ts';
import { emptyAt, orderField, type KeyLocation } from './filter.ts';
import { NOTHING } from './key-text.ts';

/** A sort in terms of stored fields. Without `key` it is the created order itself. */
export interface Order {
  readonly key: string | undefined;
  readonly descending: boolean;
  /** The documents that hold nothing to be ordered by; undefined: there are none. */
  readonly empty: Document | undefined;
}

/** Documents that follow each other in one index. */
export interface KeyRange {
  readonly where: Document;
  /** True: all of one key, so in created order. */
  readonly tied: boolean;
}

/** @param place where the keys of the path lie, if the sort is by one */
export function orderOf(sort: Find['sort'], place: KeyLocation | undefined): Order {
  const descending = sort?.descending ?? false;
  const by = sort?.by ?? 'created';
  if (by === 'created') return { key: undefined, descending, empty: undefined };
  if (place === undefined) return { key: 'pos', descending, empty: undefined };
  // Where no document holds anything, all are tied.
  if (place.kind === 'nothing') return { key: undefined, descending: false, empty: undefined };
  return { key: orderField(place), descending, empty: emptyAt(place) };
}

/** All documents of a partition in order, or those behind the end of a page. */
export function rangesAfter({ key, descending, empty }: Order, end: End | undefined): KeyRange[] {
  if (key === undefined) return [{ where: end ? { s: { [descending ? '$lt' : '$gt']: end.seq } } : {}, tied: !descending }];
  const filled: KeyRange = { where: { [key]: { $gt: NOTHING } }, tied: false };
  const nothing: KeyRange[] = empty ? [{ where: empty, tied: true }] : [];
  if (end === undefined) return descending ? [filled, ...nothing] : [...nothing, filled];
  const behind = { s: { $gt: end.seq } };
  if (empty && end.key === NOTHING) return [{ where: { $and: [empty, behind] }, tied: true }, ...(descending ? [] : [filled])];
  const ties: KeyRange = { where: { [key]: end.key, ...behind }, tied: true };
  const rest: KeyRange = { where: { [key]: descending ? { $gt: NOTHING, $lt: end.key } : { $gt: end.key } }, tied: false };
  return [ties, rest, ...(descending ? nothing : [])];
}
