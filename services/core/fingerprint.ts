import { createHash } from 'node:crypto';
import type { Change, Doc } from '@hzm/contracts/core/change';
import type { Json } from '@hzm/contracts/core/json';

/**
 * Documents are compared in so many parts, so that those of a part that changes meanwhile can be
 * compared the next time.
 */
const PART_COUNT = 65_536;

interface Place {
  readonly collection: string;
  readonly partition?: string | undefined;
}

/** The part that a document belongs to, for ever. */
const partOf = ({ collection, partition = '' }: Place, id: string): number =>
  createHash('sha256')
    .update(JSON.stringify([collection, partition, id]))
    .digest()
    .readUInt16BE();

/** Stores keep the members of an object in orders of their own. */
const inOrder = (_: string, value: Json): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/**
 * What many documents are, in half a megabyte, whatever order they come in: for each part the sum
 * of its documents' digests. Two sets of documents with the same sums are the same, but for the
 * chance
 * of two digests of 64 bits.
 */
export class Fingerprint {
  readonly sums: BigUint64Array<ArrayBuffer>;
  #documents: number;

  constructor(sums = new BigUint64Array(PART_COUNT), documents = 0) {
    this.sums = sums;
    this.#documents = documents;
  }

  get documents(): number {
    return this.#documents;
  }

  add(place: Place, doc: Doc): void {
    const part = partOf(place, doc.id);
    this.sums[part] =
      this.sums[part]! +
      createHash('sha256')
        .update(JSON.stringify([place.collection, place.partition ?? '', doc], inOrder))
        .digest()
        .readBigUInt64BE();
    this.#documents++;
  }

  /** All of it, in 16 characters. */
  get text(): string {
    return createHash('sha256').update(this.sums).digest('hex').slice(0, 16);
  }
}

/** The parts of which documents were changed. */
export class TouchedParts {
  readonly #parts = new Set<number>();
  #isAll = false;

  add(change: Change): void {
    // Which documents go is known to the store alone.
    if (change.op === 'drop-where') this.#isAll = true;
    else if (change.op !== 'claim') this.#parts.add(partOf(change, change.id));
  }

  get parts(): readonly number[] | 'all' {
    return this.#isAll ? 'all' : [...this.#parts];
  }
}

/**
 * Compares two sets of documents of which one goes on changing: what changes while both are read is
 * left for the next time.
 */
export class Comparison {
  readonly #open = new Set<number>(Array.from({ length: PART_COUNT }, (_, part) => part));
  #differing = 0;

  /** Parts that were never compared. */
  get open(): number {
    return this.#open.size;
  }

  /** Whether hardly any part is left out: another reading of everything is not worth it. */
  get isNearlyWhole(): boolean {
    return this.open < PART_COUNT / 100;
  }

  /** Whether so few parts were left out that the rest says enough. */
  get isMeaningful(): boolean {
    return this.open < PART_COUNT / 10;
  }

  /** Parts that differ. */
  get differing(): number {
    return this.#differing;
  }

  /** @param touched the parts that may have changed between the readings of both */
  compare(one: Fingerprint, other: Fingerprint, touched: readonly number[] | 'all'): void {
    if (touched === 'all') return;
    const skipped = new Set(touched);
    for (const part of this.#open) {
      if (skipped.has(part)) continue;
      this.#open.delete(part);
      if (one.sums[part] !== other.sums[part]) this.#differing++;
    }
  }
}
