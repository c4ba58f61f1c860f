import { BadCursor, type Find } from '@hzm/services/core/ports/read-model';
import type { Key } from './value.ts';

/** Where a page ended: the sort key of its last document (null in created order) and that document's place in created order. */
export interface KeysetCursor {
  readonly key: Key;
  readonly seq: number;
}

type Sort = Find['sort'];

const sortName = (sort: Sort): string => {
  const by = sort?.by ?? 'created';
  return `${sort?.descending ? '-' : '+'}${typeof by === 'string' ? by : `.${by.path}`}`;
};

export const encodeCursor = (sort: Sort, { key, seq }: KeysetCursor): string => Buffer.from(JSON.stringify([sortName(sort), key, seq])).toString('base64url');

/** @throws BadCursor also for a cursor of another sort. */
export function decodeCursor(sort: Sort, cursor: string): KeysetCursor {
  const parts = parse(cursor);
  if (!Array.isArray(parts) || parts.length !== 3) throw new BadCursor();
  const [name, key, seq] = parts as [unknown, unknown, unknown];
  const isKey = key === null || typeof key === 'number' || typeof key === 'string';
  if (name !== sortName(sort) || !isKey || !Number.isSafeInteger(seq)) throw new BadCursor();
  return { key, seq: seq as number };
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw new BadCursor();
  }
}
