import { memberOf } from '@hzm/contracts/core/json';
import type { CollectionSpec, Doc, PositionedChanges } from '@hzm/services/core/ports/read-model';

/** Documents that one batch forgets, at most. */
export const FORGOTTEN_AT_ONCE = 1_000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether a document may be forgotten now. */
export type IsExpired = (doc: Doc) => boolean;

/** What a batch makes older than a collection keeps; undefined: nothing. */
export function expiryOf(
  { name, expires }: CollectionSpec,
  batch: readonly PositionedChanges[],
): IsExpired | undefined {
  if (!expires) return undefined;
  const timeOf = (doc: Doc): number => {
    const day = memberOf(doc, expires.by);
    return typeof day === 'string' ? Date.parse(day) : Number.NaN;
  };
  const times = batch.flatMap(({ changes }) =>
    changes.flatMap(change =>
      change.op === 'put' && change.collection === name ? timeOf(change.doc) : [],
    ),
  );
  if (times.length === 0) return undefined;
  const before = Math.max(...times) - expires.days * DAY_MS;
  return doc => timeOf(doc) < before;
}

/** How many of the oldest documents, which come in created order, are expired. */
export const countExpired = (docs: readonly Doc[], isExpired: IsExpired): number => {
  const first = docs.findIndex(doc => !isExpired(doc));
  return first < 0 ? docs.length : first;
};
