/**
 * How many bytes the product holds at once, each in one place. What is sealed and compressed counts
 * as opened. Rows have their own bound beside
 * their shape (`MAX_ROW_BYTES` in contracts/features/rows/row.ts), since callers see it.
 */

export const MIB = 1_048_576;

/** One event, opened, as JSON. */
export const MAX_EVENT_BYTES = 4 * MIB;
/** All events of one append, opened, as JSON. */
export const MAX_APPEND_BYTES = 32 * MIB;
/** The data of all events of one append, as the log keeps them: what EventStoreDB takes. */
export const MAX_STORED_APPEND_BYTES = MIB;
/**
 * One event of a log that knew no bounds. Compressed as it was, more does not fit into an append.
 */
export const MAX_OLD_EVENT_BYTES = 256 * MIB;

/** Events read from the log at once, as it keeps them; ends behind the event that reaches it. */
export const READ_BYTES = 8 * MIB;
/** Events opened at once; ends behind the event that reaches it. */
export const OPENED_BYTES = 8 * MIB;
/** Documents that a batch of changes is made on at once. */
export const STAGED_BYTES = 32 * MIB;
/** Events buffered for a busy subscriber; beyond it, it reads them from the log again. */
export const BUFFERED_BYTES = 16 * MIB;

/** One answer, as JSON. */
export const ANSWER_BYTES = 32 * MIB;
/** What an answer says beside its items. */
export const ENVELOPE_BYTES = 4096;

/** One moment of the past, in memory, and all that are remembered together. */
export const MAX_MOMENT_BYTES = 96 * MIB;
export const MOMENTS_BYTES = 128 * MIB;
/** Events opened to make one moment. */
export const MAX_REPLAYED_BYTES = 512 * MIB;

/** Folded streams that are remembered, in memory. */
export const FOLDED_BYTES = 32 * MIB;

/** How large a value is as JSON in UTF-8. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/**
 * Counts what is taken until no more fits; the first item always does, so that nothing is ever out
 * of reach.
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

  /** Whether this much more fits; if so, it is taken. */
  takes(bytes: number): boolean {
    if (this.#taken > 0 && this.#taken + bytes > this.#bytes) return false;
    this.#taken += bytes;
    return true;
  }
}

const MEMBER_BYTES = 16;
const PRIMITIVE_BYTES = 8;

/** Roughly the memory that a value of JSON, or of maps and sets of them, holds, in bytes. */
export function weigh(value: unknown): number {
  if (typeof value === 'string') return MEMBER_BYTES + value.length;
  if (typeof value !== 'object' || value === null) return PRIMITIVE_BYTES;
  let sum = MEMBER_BYTES;
  if (value instanceof Map) for (const [name, member] of value) sum += weigh(name) + weigh(member);
  else if (value instanceof Set) for (const member of value) sum += MEMBER_BYTES + weigh(member);
  else
    for (const [name, member] of Object.entries(value))
      sum += MEMBER_BYTES + name.length + weigh(member);
  return sum;
}
