import type { Json, JsonObject } from './json.ts';

/** A document: `id` is its key within its partition. */
export type Doc = JsonObject & { readonly id: string };

/** The owner that a change is made for, and the member of documents that names it. */
export interface ChangeOwner {
  readonly member: string;
  readonly id: string;
}

/** A change for an owner leaves documents and partitions of another owner as they are. */
interface Owned {
  readonly owner?: ChangeOwner;
}

/**
 * What a projection makes of an event. Paths are dotted (`values.f1`); `null` is a value,
 * `undefined` removes the member.
 */
export type Change = Owned &
  (
    | {
        readonly op: 'put';
        readonly collection: string;
        readonly partition?: string;
        readonly id: string;
        readonly doc: Doc;
      }
    | {
        readonly op: 'patch';
        readonly collection: string;
        readonly partition?: string;
        readonly id: string;
        readonly set: { readonly [path: string]: Json | undefined };
      }
    | {
        readonly op: 'add';
        readonly collection: string;
        readonly partition?: string;
        readonly id: string;
        readonly by: { readonly [path: string]: number };
      }
    | {
        readonly op: 'drop';
        readonly collection: string;
        readonly partition?: string;
        readonly id: string;
      }
    /** Drops the documents whose top-level members equal these values. */
    | {
        readonly op: 'drop-where';
        readonly collection: string;
        readonly partition?: string;
        readonly where: { readonly [member: string]: string };
      }
    /** Drops a whole partition for good: whatever names it later changes nothing. */
    | {
        readonly op: 'drop-where';
        readonly collection: string;
        readonly partition: string;
        readonly where?: undefined;
      }
    /** Gives a partition to the owner, unless it has one. */
    | { readonly op: 'claim'; readonly collection: string; readonly partition: string }
  );
