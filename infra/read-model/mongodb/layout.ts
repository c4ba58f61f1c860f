import { createHash } from 'node:crypto';
import type { CollectionSpec } from '@hzm/services/core/ports/read-model';
import type { IndexDescription } from '../../mongodb/database.ts';

/** Version of the stored form (keys, folding, members, totals). */
const FORMAT = 4;
/** Bounds the members with an index by order; MongoDB allows 64 indexes for a collection. */
export const MAX_ORDERED_MEMBERS = 48;

export interface Layout {
  readonly spec: CollectionSpec;
  /**
   * Stored name, which includes a digest of the stored form, so that documents of an older version
   * are never read.
   */
  readonly name: string;
  readonly declared: ReadonlyMap<string, number>;
  /** Places of the timestamps, by path. */
  readonly moments: ReadonlyMap<string, number>;
  readonly indexes: readonly IndexDescription[];
}

// Tombstones have no partition and are not indexed; cells without a value have no order.
const indexOf = (fields: readonly string[], present = 'p'): IndexDescription => ({
  name: fields.join(' '),
  key: Object.fromEntries(['p', ...fields, 's'].map(field => [field, 1])),
  partialFilterExpression: { [present]: { $exists: true } },
});

/** Returns the collection of a stored name; undefined for a foreign name. */
export const collectionOf = (name: string): string | undefined =>
  /^(.+)\.[0-9a-f]{12}$/.exec(name)?.[1];

export function layoutOf(spec: CollectionSpec): Layout {
  // Positions are plain texts here, and owners are checked, not stored, so neither changes the
  // stored form.
  const { positions: _positions, owner: _owner, ...kept } = spec;
  const paths = [...(spec.indexes ?? []), ...(spec.ids ?? []).map(path => [path])];
  const declared = new Map([...new Set(paths.flat())].map((path, no) => [path, no]));
  const moments = new Map((spec.moments ?? []).map((path, no) => [path, no]));
  const equal = (path: string): string => `q.${declared.get(path)!}`;
  const order = (path: string): string => `o.${declared.get(path)!}`;
  const cells = Array.from(
    { length: spec.indexMembersOf === undefined ? 0 : MAX_ORDERED_MEMBERS },
    (_, slot) => `k.${slot}`,
  );
  return {
    spec,
    name: `${spec.name}.${createHash('sha256')
      .update(JSON.stringify([FORMAT, kept]))
      .digest('hex')
      .slice(0, 12)}`,
    declared,
    moments,
    indexes: [
      { name: 'created', key: { p: 1, s: 1 }, partialFilterExpression: { p: { $exists: true } } },
      ...paths.map(list => indexOf([...list.slice(0, -1).map(equal), order(list.at(-1)!)])),
      // A list of one path serves both equality and order.
      ...paths.filter(({ length }) => length === 1).map(([path]) => indexOf([equal(path!)])),
      ...[...moments.values()].map(no => indexOf([`m.${no}`])),
      ...(spec.partitioned ? [indexOf(['pos'])] : []),
      ...(cells.length > 0 ? [indexOf(['e'], 'e'), indexOf(['w'], 'w')] : []),
      ...cells.map(field => indexOf([field], field)),
    ],
  };
}
