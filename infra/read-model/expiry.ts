import { memberOf } from '@hzm/contracts/core/json';
import type { CollectionSpec, Doc, PositionedChanges } from '@hzm/services/core/ports/read-model';

/** Bounds the documents that one batch expires. */
export const FORGOTTEN_AT_ONCE = 1_000;

const DAY_MS = 24 * 60 * 60 * 1000;

export type IsExpired = (doc: Doc) => boolean;

/**
 * Returns the test for documents that a batch makes too old for their collection; undefined if
 * there is none.
 */
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

/** Returns the number of leading expired documents, in created order. */
export const countExpired = (docs: readonly Doc[], isExpired: IsExpired): number => {
  const first = docs.findIndex(doc => !isExpired(doc));
  return first < 0 ? docs.length : first;
};
