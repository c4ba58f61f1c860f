import type { Position } from '@hzm/contracts/core/position';
import { LRUCache } from 'lru-cache';
import type { Partition } from './partition.ts';
import type { Statements } from './statements.ts';

/** A cached result, with the number of documents and the last position that it is valid for. */
interface Kept<Value> {
  readonly rows: number;
  readonly last: Position;
  readonly value: Value;
}

interface Bounds<Value> {
  /** Bounds of one reader's cache, and of one value with its query. */
  readonly most: number;
  readonly mostOfOne: number;
  /** Returns the size of a value, without its query. */
  readonly sizeOf: (value: Value) => number;
}

/**
 * Caches query results while a partition is unchanged: same number of documents and same last
 * position, since every write has a later one. Each reader of a file has its own cache.
 */
export class WhileUnchanged<Value extends object | number> {
  readonly #bounds: Bounds<Value>;
  readonly #readers = new WeakMap<Statements, LRUCache<string, Kept<Value>>>();

  constructor(bounds: Bounds<Value>) {
    this.#bounds = bounds;
  }

  get(
    statements: Statements,
    { table, state: { rows, last } }: Partition,
    query: string,
  ): Value | undefined {
    const kept = this.#readers.get(statements)?.get(`${table} ${query}`);
    return kept?.rows === rows && kept.last === last ? kept.value : undefined;
  }

  set(
    statements: Statements,
    { table, state: { rows, last } }: Partition,
    query: string,
    value: Value,
  ): void {
    if (last === undefined) return;
    const { most, mostOfOne, sizeOf } = this.#bounds;
    const reader =
      this.#readers.get(statements) ??
      new LRUCache({
        maxSize: most,
        maxEntrySize: mostOfOne,
        sizeCalculation: (one: Kept<Value>, { length }: string) => length + sizeOf(one.value),
      });
    this.#readers.set(statements, reader.set(`${table} ${query}`, { rows, last, value }));
  }

  /** Drops the cache of a reader. */
  forget(statements: Statements): void {
    this.#readers.delete(statements);
  }
}
