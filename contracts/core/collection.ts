import type { Doc } from './change.ts';
import type { Position } from './position.ts';

/** Only for the compiler: the type of a collection's documents. */
declare const documentType: unique symbol;

/**
 * How a collection is kept, and what its documents are. A partitioned collection holds many
 * independent sets of documents (the rows of each table),
 * and indexes by itself every member of `indexMembersOf` (the cells of a row); the others index
 * what `indexes` names.
 */
export interface Collection<D extends Doc = Doc> {
  readonly [documentType]?: D;
  readonly name: string;
  /**
   * Lists of dotted paths; each list is one compound index for equality on all but the last, order
   * on the last, of the documents that hold something at the first.
   */
  readonly indexes?: readonly (readonly string[])[];
  /** Members that hold positions and nothing else: a store may keep and compare them as numbers. */
  readonly positions?: readonly string[];
  readonly partitioned?: boolean;
  /**
   * E.g. `values`: every member of that object can be filtered and sorted by, at any size. Only
   * with `partitioned`.
   */
  readonly indexMembersOf?: string;
  /**
   * Documents are deleted when a newer one is more than `days` later, by the ISO date in their
   * member `by`; in created order, a bounded number at a time.
   * They leave no tombstones. Only without `partitioned`.
   */
  readonly expires?: { readonly by: string; readonly days: number };
  /**
   * The member of events that names the owner of what they change, e.g. `projectId`. Documents
   * hold it, too; of a partitioned collection each partition belongs to the owner who claimed it.
   * A change for another owner is refused: the first owner keeps an id.
   */
  readonly owner?: string;
}

/** A collection with the projection that fills it. */
export interface CollectionSpec extends Collection {
  readonly projection: string;
}

/** The members of a document that hold objects, of whose members a path can name one. */
type ObjectMember<D> = {
  [M in keyof D & string]: D[M] extends readonly unknown[] | string | number | boolean | null
    ? never
    : M;
}[keyof D & string];

/** The members of a document that hold a position, or may. */
type PositionMember<D> = {
  [M in keyof D & string]-?: NonNullable<D[M]> extends Position ? M : never;
}[keyof D & string];

/** The members of a document that hold a text, or may. */
type TextMember<D> = {
  [M in keyof D & string]: D[M] extends string | null ? M : never;
}[keyof D & string];

/** The dotted path of a member (`values.f1`). */
export type Path<D> = (keyof D & string) | `${ObjectMember<D>}.${string}`;

/**
 * Defines a collection: once, for the projection that writes it, the read model that keeps it and
 * everything that reads it.
 */
export const collection = <D extends Doc>(
  definition: Collection<D> & {
    readonly indexes?: readonly (readonly Path<D>[])[];
    readonly positions?: readonly PositionMember<D>[];
    readonly indexMembersOf?: ObjectMember<D>;
    readonly expires?: { readonly by: keyof D & string; readonly days: number };
  } & ({ readonly partitioned: true } | { readonly owner?: TextMember<D> }),
): Collection<D> => definition;
