import { createHash } from 'node:crypto';
import { type Change, type Doc, isOfPartition } from '@hzm/contracts/core/change';
import type { Json } from '@hzm/contracts/core/json';

/**
 * Number of parts that documents are compared in, so that parts that change meanwhile can be
 * compared later.
 */
const PART_COUNT = 65_536;

interface Place {
  readonly collection: string;
  readonly partition?: string | undefined;
}

/** Returns the permanent part of a document. */
const partOf = ({ collection, partition = '' }: Place, id: string): number =>
  createHash('sha256')
    .update(JSON.stringify([collection, partition, id]))
    .digest()
    .readUInt16BE();

/** Sorts members, because stores keep them in different orders. */
const inOrder = (_: string, value: Json): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/**
 * An order-independent fingerprint of documents in half a megabyte: the sum of their digests per
 * part. Equal sums mean equal documents, except for a collision of 64-bit digests.
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

  /** A short form of 16 characters. */
  get text(): string {
    return createHash('sha256').update(this.sums).digest('hex').slice(0, 16);
  }
}

/** The parts with changed documents. */
export class TouchedParts {
  readonly #parts = new Set<number>();
  #isAll = false;

  add(change: Change): void {
    // Only the store knows which documents a condition drops.
    if (change.op === 'drop-where') this.#isAll = true;
    else if (!isOfPartition(change)) this.#parts.add(partOf(change, change.id));
  }

  get parts(): readonly number[] | 'all' {
    return this.#isAll ? 'all' : [...this.#parts];
  }
}

/**
 * Compares two sets of documents while one keeps changing; parts that change during the reads stay
 * open.
 */
export class Comparison {
  readonly #open = new Set<number>(Array.from({ length: PART_COUNT }, (_, part) => part));
  #differing = 0;

  /** The number of parts not yet compared. */
  get open(): number {
    return this.#open.size;
  }

  /** Whether so few parts are open that another read of everything is not worth it. */
  get isNearlyWhole(): boolean {
    return this.open < PART_COUNT / 100;
  }

  /** Whether enough parts were compared for a meaningful result. */
  get isMeaningful(): boolean {
    return this.open < PART_COUNT / 10;
  }

  /** The number of parts that differ. */
  get differing(): number {
    return this.#differing;
  }

  /** @param touched the parts that may have changed between the two reads */
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
