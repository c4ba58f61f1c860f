import { createHash } from 'node:crypto';
import { BadCursor, type Find, type TextOrder } from '@hzm/services/core/ports/read-model';
import type { Key } from '@hzm/services/core/ports/value';

/**
 * End of a page: the sort keys of its last document (none in created order) and its rank in created
 * order.
 */
export interface KeysetCursor {
  readonly keys: readonly Key[];
  readonly seq: number;
}

type Sort = Find['sort'];
type SortKey = Pick<NonNullable<Sort>, 'by' | 'descending'>;

/** A sort as keys, with the direction of created order for ties: no two documents share a rank. */
export interface SortKeys {
  readonly keys: readonly {
    readonly by: 'changed' | { readonly path: string; readonly order?: TextOrder };
    readonly descending: boolean;
  }[];
  readonly descending: boolean;
}

export function sortKeysOf(sort: Sort): SortKeys {
  const keys: SortKeys['keys'][number][] = [];
  for (const { by, descending = false } of listOf(sort)) {
    if (by === 'created') return { keys, descending };
    // A repeated key breaks no tie.
    if (!keys.some(key => pathOf(key.by) === pathOf(by))) keys.push({ by, descending });
  }
  return { keys, descending: false };
}

const pathOf = (by: SortKeys['keys'][number]['by']): string =>
  by === 'changed' ? by : `.${by.path}`;

const listOf = (sort: Sort): readonly SortKey[] => (sort ? [sort, ...(sort.thenBy ?? [])] : []);

const nameOf = ({ by, descending }: SortKey): string =>
  `${descending ? '-' : '+'}${by === 'created' ? by : pathOf(by)}${orderName(by)}`;
/** Tells orders of texts apart, so that a cursor of another one is refused. */
const orderName = (by: SortKey['by']): string =>
  typeof by === 'string' || by.order === undefined
    ? ''
    : `#${createHash('sha256').update(JSON.stringify(by.order)).digest('base64url').slice(0, 12)}`;
const sortName = (sort: Sort): string => listOf(sort).map(nameOf).join(',') || '+created';

/**
 * A single key is encoded by itself and no key as null, as in cursors older than multi-key sorts.
 */
export const encodeCursor = (sort: Sort, { keys, seq }: KeysetCursor): string =>
  Buffer.from(
    JSON.stringify([sortName(sort), keys.length > 1 ? keys : (keys[0] ?? null), seq]),
  ).toString('base64url');

/** @throws BadCursor, also for a cursor of another sort */
export function decodeCursor(sort: Sort, cursor: string): KeysetCursor {
  const parts = parse(cursor);
  if (!Array.isArray(parts) || parts.length !== 3) throw new BadCursor();
  const [name, key, seq] = parts as [unknown, unknown, unknown];
  const { length } = sortKeysOf(sort).keys;
  const keys = length > 1 ? key : [key];
  if (
    name !== sortName(sort) ||
    !Array.isArray(keys) ||
    keys.length !== Math.max(1, length) ||
    !keys.every(isKey) ||
    !Number.isSafeInteger(seq)
  )
    throw new BadCursor();
  return { keys: keys.slice(0, length), seq: seq as number };
}

const isKey = (key: unknown): key is Key =>
  key === null || typeof key === 'number' || typeof key === 'string';

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw new BadCursor();
  }
}
