import type { Json, JsonObject } from './json.ts';

/** A document: `id` is its key within its partition. */
export type Doc = JsonObject & { readonly id: string };

/** What a projection makes of an event. Paths are dotted (`values.f1`); `null` is a value, `undefined` removes the member. */
export type Change =
  | { readonly op: 'put'; readonly collection: string; readonly partition?: string; readonly id: string; readonly doc: Doc }
  | { readonly op: 'patch'; readonly collection: string; readonly partition?: string; readonly id: string; readonly set: { readonly [path: string]: Json | undefined } }
  | { readonly op: 'add'; readonly collection: string; readonly partition?: string; readonly id: string; readonly by: { readonly [path: string]: number } }
  | { readonly op: 'drop'; readonly collection: string; readonly partition?: string; readonly id: string }
  /** Drops the documents whose top-level members equal these values. */
  | { readonly op: 'drop-where'; readonly collection: string; readonly partition?: string; readonly where: { readonly [member: string]: string } }
  /** Drops a whole partition for good: whatever names it later changes nothing. */
  | { readonly op: 'drop-where'; readonly collection: string; readonly partition: string; readonly where?: undefined };

/**
 * How a collection is kept. A partitioned collection holds many independent sets of documents (the rows of each table),
 * and indexes by itself every member of `indexMembersOf` (the cells of a row); the others index what `indexes` names.
 */
export interface CollectionSpec {
  readonly name: string;
  readonly projection: string;
  /** Lists of dotted paths; each list is one compound index for equality on all but the last, order on the last. */
  readonly indexes?: readonly (readonly string[])[];
  readonly partitioned?: boolean;
  /** E.g. `values`: every member of that object can be filtered and sorted by, at any size. Only with `partitioned`. */
  readonly indexMembersOf?: string;
  /**
   * Documents are forgotten when a newer one is more than `days` later, by the ISO date in their member `by`; in created order, a bounded number at a time.
   * They leave nothing behind. Only without `partitioned`.
   */
  readonly expires?: { readonly by: string; readonly days: number };
}
