import type { Reading } from './conversion.ts';
import type { Json, JsonObject } from './json.ts';
import type { Form } from './value-schemas.ts';

/** A document; `id` is its key within its partition. */
export type Doc = JsonObject & { readonly id: string };

/** The owner of a change, and the member of documents that names the owner. */
export interface ChangeOwner {
  readonly member: string;
  readonly id: string;
}

/** Changes with an owner leave documents and partitions of other owners unchanged. */
interface Owned {
  readonly owner?: ChangeOwner;
}

/**
 * A change that a projection derives from an event. Paths are dotted (`values.f1`); `null` is a
 * value, `undefined` removes the member.
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
    /** Drops a whole partition permanently: later changes to it have no effect. */
    | {
        readonly op: 'drop-where';
        readonly collection: string;
        readonly partition: string;
        readonly where?: undefined;
      }
    /** Gives a partition to the owner, unless it has one. */
    | { readonly op: 'claim'; readonly collection: string; readonly partition: string }
    /**
     * Sets the form of all later values at a path, which are kept canonical, and of earlier ones
     * when `reform` names them. The path names a member, or a member of one.
     */
    | {
        readonly op: 'form';
        readonly collection: string;
        readonly partition: string;
        readonly path: string;
        readonly form: Form | undefined;
        /** Converts values of other forms; absent: they stay as they are. */
        readonly reading?: Reading;
        /** Replaces the options of the reading that the path has, if it stays. */
        readonly choices?: Reading['choices'];
      }
    /**
     * Brings the value at a path of a document into the form that its partition has for it; with
     * `fill`, sets the value at a path that has none.
     */
    | {
        readonly op: 'reform';
        readonly collection: string;
        readonly partition: string;
        readonly id: string;
        readonly path: string;
        readonly fill?: Json;
      }
  );

/** Whether a change concerns a partition as a whole without changing its documents. */
export const isOfPartition = (
  change: Change,
): change is Change & { readonly op: 'claim' | 'form' } =>
  change.op === 'claim' || change.op === 'form';
