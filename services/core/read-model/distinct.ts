import { createHash } from 'node:crypto';
import type { Json } from '@hzm/contracts/core/json';
import { equalKey } from '../ports/value.ts';

/** Maximum length of a key that is held as it is. */
const MAX_KEY = 64;

/** Distinct values of several sets, bounded together; `isFull` says that there are too many. */
export class Distinct {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  get isFull(): boolean {
    return this.#left < 0;
  }

  /** Counts something else that is held beside the sets. @param values whose memory it takes */
  count(values: number): void {
    this.#left -= values;
  }

  /** Adds a value to a set, if none in it equals it as filters compare. */
  add(to: Set<string>, value: Json): void {
    const key = equalKey(value);
    // Arrays and objects have one key for all of them.
    const isStructure = typeof value === 'object' && equalKey([]) === key;
    const text = isStructure ? JSON.stringify(value) : `${typeof key}${key}`;
    const size = to.size;
    to.add(text.length > MAX_KEY ? createHash('sha256').update(text).digest('base64') : text);
    this.#left -= to.size - size;
  }
}
