import { type Change, type Doc, isOfPartition } from '@hzm/contracts/core/change';
import type { Collection, Path } from '@hzm/contracts/core/collection';
import type { Reading } from '@hzm/contracts/core/conversion';
import type { Json } from '@hzm/contracts/core/json';
import type { Form } from '@hzm/contracts/core/value-schemas';

/** The partition of a partitioned collection. */
interface Place {
  readonly partition?: string;
}

/** The members that a patch sets, by path; undefined removes one. */
export type Patch<D> = { readonly [M in Exclude<keyof D, 'id'>]?: D[M] } & {
  readonly [path in Exclude<Path<D>, keyof D>]?: Json | undefined;
};

type NumberMember<D> = { [M in keyof D & string]: D[M] extends number ? M : never }[keyof D &
  string];
type TextMember<D> = {
  [M in keyof D & string]: D[M] extends string | null | undefined ? M : never;
}[keyof D & string];

const at = (
  { name }: Collection,
  { partition }: Place,
): { readonly collection: string; readonly partition?: string } =>
  partition === undefined ? { collection: name } : { collection: name, partition };

/** Adds or replaces a whole document. */
export const put = <D extends Doc>(
  collection: Collection<D>,
  doc: D,
  place: Place = {},
): Change => ({ op: 'put', ...at(collection, place), id: doc.id, doc });

/** Sets members of an existing document. */
export const patch = <D extends Doc>(
  collection: Collection<D>,
  { id, set, ...place }: Place & { readonly id: string; readonly set: NoInfer<Patch<D>> },
): Change => ({ op: 'patch', ...at(collection, place), id, set });

/** Adds to the numbers of an existing document. */
export const add = <D extends Doc>(
  collection: Collection<D>,
  {
    id,
    by,
    ...place
  }: Place & {
    readonly id: string;
    readonly by: NoInfer<{ readonly [M in NumberMember<D>]?: number }>;
  },
): Change => ({
  op: 'add',
  ...at(collection, place),
  id,
  by: by as { readonly [path: string]: number },
});

export const drop = (collection: Collection, id: string, place: Place = {}): Change => ({
  op: 'drop',
  ...at(collection, place),
  id,
});

/** Drops the documents whose members equal these values. */
export const dropWhere = <D extends Doc>(
  { name }: Collection<D>,
  where: NoInfer<{ readonly [M in TextMember<D>]?: string }>,
): Change => ({
  op: 'drop-where',
  collection: name,
  where: where as { readonly [member: string]: string },
});

/** Drops a whole partition permanently. */
export const dropPartition = ({ name }: Collection, partition: string): Change => ({
  op: 'drop-where',
  collection: name,
  partition,
});

/** Gives a partition to the owner in the event, unless it has one. */
export const claim = ({ name }: Collection, partition: string): Change => ({
  op: 'claim',
  collection: name,
  partition,
});

/** Sets the form of all later values at a path of a partition's documents. */
export const form = <D extends Doc>(
  { name }: Collection<D>,
  {
    partition,
    path,
    form: of,
    reading,
    choices,
  }: {
    partition: string;
    path: Path<D>;
    form: Form | undefined;
    reading?: Reading | undefined;
    choices?: Reading['choices'];
  },
): Change => ({
  op: 'form',
  collection: name,
  partition,
  path,
  form: of,
  ...(reading && { reading }),
  ...(choices && { choices }),
});

/** Brings the value at a path of a document into the form that its partition has for it. */
export const reform = <D extends Doc>(
  { name }: Collection<D>,
  { partition, id, path }: { partition: string; id: string; path: Path<D> },
): Change => ({ op: 'reform', collection: name, partition, id, path });

/** Sets the value at a path of a document that has none there. */
export const fill = <D extends Doc>(
  { name }: Collection<D>,
  { value, ...of }: { partition: string; id: string; path: Path<D>; value: Json },
): Change => ({ op: 'reform', collection: name, ...of, fill: value });

/** A change of a collection's documents, typed by its documents. */
export type ChangeOf<D extends Doc> =
  | (Omit<Extract<Change, { readonly op: 'put' }>, 'doc'> & { readonly doc: D })
  | (Omit<Extract<Change, { readonly op: 'patch' }>, 'set'> & { readonly set: Patch<D> })
  | Exclude<Change, { readonly op: 'put' | 'patch' | 'claim' | 'form' }>;

/**
 * Narrows a change to a collection's documents; undefined for a change of a whole partition's facts
 * and for another collection.
 */
export const changeOf = <D extends Doc>(
  { name }: Collection<D>,
  change: Change,
): ChangeOf<D> | undefined =>
  change.collection === name && !isOfPartition(change) ? (change as ChangeOf<D>) : undefined;

export const changesIn = <D extends Doc>(
  collection: Collection<D>,
  changes: readonly Change[],
): ChangeOf<D>[] => changes.flatMap(change => changeOf(collection, change) ?? []);
