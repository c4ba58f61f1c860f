import type { Position } from '@hzm/contracts/core/position';
import { LRUCache } from 'lru-cache';
import type { Partition } from './partition.ts';
import type { Statements } from './statements.ts';

/** What was found, and of how many documents, up to which position. */
interface Kept<Value> {
  readonly rows: number;
  readonly last: Position;
  readonly value: Value;
}

interface Bounds<Value> {
  /** Of all that is kept by one reader, and of one value with its query. */
  readonly most: number;
  readonly mostOfOne: number;
  /** How large a value is, beside the letters of its query. */
  readonly sizeOf: (value: Value) => number;
}

/**
 * Keeps what queries found in a partition as long as it is as it was: as many documents up to the
 * same last position, since whatever is written has a later one.
 * Each reader of a file has its own.
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

  /** All that a reader has kept. */
  forget(statements: Statements): void {
    this.#readers.delete(statements);
  }
}
