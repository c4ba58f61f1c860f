import type { Doc } from './change.ts';
import type { Position } from './position.ts';

/** A phantom member that carries the type of a collection's documents. */
declare const documentType: unique symbol;

/**
 * The definition of a collection. A partitioned collection holds independent sets of documents (the
 * rows of each table) and indexes every member of `indexMembersOf` (the cells of a row) by itself;
 * other collections index the paths in `indexes`.
 */
export interface Collection<D extends Doc = Doc> {
  readonly [documentType]?: D;
  readonly name: string;
  /**
   * Compound indexes, each a list of dotted paths: equality on all but the last, order on the last.
   * Documents without a value at the first path are not indexed.
   */
  readonly indexes?: readonly (readonly string[])[];
  /** Members that hold only positions; a store may keep and compare them as numbers. */
  readonly positions?: readonly string[];
  /** Members that hold a canonical timestamp in every document; each has one index. */
  readonly moments?: readonly string[];
  /** Members that hold a lower-case UUID or null in every document; each has one index. */
  readonly ids?: readonly string[];
  /** Whether all ids are UUIDs, so that their stored form can be compared and sorted. */
  readonly hasUuids?: true;
  readonly partitioned?: boolean;
  /**
   * The object whose members can all be filtered and sorted at any size, such as `values`. Requires
   * `partitioned`.
   */
  readonly indexMembersOf?: string;
  /**
   * Deletes documents in created order, in bounded steps, when a newer one is more than `days`
   * later by the ISO date in member `by`. Leaves no tombstones. Not with `partitioned`.
   */
  readonly expires?: { readonly by: string; readonly days: number };
  /**
   * The member of events and documents that names the owner, such as `projectId`. In a partitioned
   * collection each partition belongs to the owner who claimed it. Changes for another owner are
   * refused: the first owner keeps an id.
   */
  readonly owner?: string;
  /**
   * The parameter of paths that names one of its documents, such as `tableId`: the document's
   * `projectId` is the project about whose rights such a call is.
   */
  readonly namedBy?: string;
  /**
   * Shows readers of the engine only documents in which `member` is null, or is not. Another
   * definition of the same collection may show the others.
   */
  readonly shows?: { readonly member: string; readonly isNull: boolean };
}

/** A collection with the projection that fills it. */
export interface CollectionSpec extends Collection {
  readonly projection: string;
}

/** The members of a document that are objects, so that a path can name their members. */
type ObjectMember<D> = {
  [M in keyof D & string]: D[M] extends readonly unknown[] | string | number | boolean | null
    ? never
    : M;
}[keyof D & string];

/** The members of a document that are positions, nullable or not. */
type PositionMember<D> = {
  [M in keyof D & string]-?: NonNullable<D[M]> extends Position ? M : never;
}[keyof D & string];

/** The members of a document that are texts, nullable or not. */
type TextMember<D> = {
  [M in keyof D & string]: D[M] extends string | null ? M : never;
}[keyof D & string];

/** The dotted path of a member (`values.f1`). */
export type Path<D> = (keyof D & string) | `${ObjectMember<D>}.${string}`;

/** Defines a collection once for its projection, the read model and its readers. */
export const collection = <D extends Doc>(
  definition: Collection<D> & {
    readonly indexes?: readonly (readonly Path<D>[])[];
    readonly positions?: readonly PositionMember<D>[];
    readonly moments?: readonly (keyof D & string)[];
    readonly ids?: readonly TextMember<D>[];
    readonly indexMembersOf?: ObjectMember<D>;
    readonly expires?: { readonly by: keyof D & string; readonly days: number };
    readonly shows?: { readonly member: TextMember<D>; readonly isNull: boolean };
  } & ({ readonly partitioned: true } | { readonly owner?: TextMember<D> }),
): Collection<D> => definition;
