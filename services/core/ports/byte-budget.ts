/**
 * Bounds on the bytes held at once. Sealed and compressed data count as opened. Rows are bounded by
 * `MAX_ROW_BYTES` in contracts/features/rows/row.ts, because callers see that bound.
 */

export const MIB = 1_048_576;

/** Maximum size of an event, opened, as JSON. */
export const MAX_EVENT_BYTES = 4 * MIB;
/** Maximum size of all events of an append, opened, as JSON. */
export const MAX_APPEND_BYTES = 32 * MIB;
/** Maximum stored data of all events of an append, which is EventStoreDB's bound. */
export const MAX_STORED_APPEND_BYTES = MIB;
/**
 * Maximum size of an event from a log without bounds; more, compressed, did not fit into an append.
 */
export const MAX_OLD_EVENT_BYTES = 256 * MIB;

/** Stored bytes read from the log at once; a read ends with the event that reaches it. */
export const READ_BYTES = 8 * MIB;
/** Bytes of events opened at once; a slice ends with the event that reaches it. */
export const OPENED_BYTES = 8 * MIB;
/** Bytes of documents that a batch of changes is staged on at once. */
export const STAGED_BYTES = 32 * MIB;
/** Bytes buffered for a slow subscriber, which beyond that reads from the log again. */
export const BUFFERED_BYTES = 16 * MIB;

/** Maximum size of an answer as JSON. */
export const ANSWER_BYTES = 32 * MIB;
/** Bytes of an answer besides its items. */
export const ENVELOPE_BYTES = 4096;

/**
 * Maximum memory of the documents that one request holds. It is more than rows of `ANSWER_BYTES`
 * usually take; only JSON of tiny objects takes more.
 */
export const HELD_BYTES = 160 * MIB;

/** Maximum memory of one past state, and of all cached ones together. */
export const MAX_MOMENT_BYTES = 96 * MIB;
export const MOMENTS_BYTES = 128 * MIB;
/** Maximum bytes of events opened to build a past state. */
export const MAX_REPLAYED_BYTES = 512 * MIB;

/** Memory for cached states of streams. */
export const FOLDED_BYTES = 32 * MIB;

/** Returns the size of a value as JSON in UTF-8. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/**
 * Counts accepted items until no more fit; the first always fits, so that no item is out of reach.
 */
export class ByteBudget {
  readonly #bytes: number;
  #taken = 0;

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Whether this much more fits; if so, counts it. */
  takes(bytes: number): boolean {
    if (this.#taken > 0 && this.#taken + bytes > this.#bytes) return false;
    this.#taken += bytes;
    return true;
  }
}

const MEMBER_BYTES = 16;
const PRIMITIVE_BYTES = 8;

/** Returns the approximate memory of a JSON value, or of maps and sets of them, in bytes. */
export function weigh(value: unknown): number {
  if (typeof value === 'string') return MEMBER_BYTES + value.length;
  if (typeof value !== 'object' || value === null) return PRIMITIVE_BYTES;
  let sum = MEMBER_BYTES;
  if (value instanceof Map) for (const [name, member] of value) sum += weigh(name) + weigh(member);
  else if (value instanceof Set) for (const member of value) sum += MEMBER_BYTES + weigh(member);
  else if (Array.isArray(value)) for (const member of value) sum += MEMBER_BYTES + weigh(member);
  else
    for (const [name, member] of Object.entries(value))
      sum += MEMBER_BYTES + name.length + weigh(member);
  return sum;
}
