import { Problem } from '@hzm/contracts/core/problem';
import type { Cells } from '@hzm/contracts/features/rows/row';
import type { Gate } from '@hzm/services/core/limits/gate';
import type { Source } from '@hzm/services/core/limits/source';
import {
  ANSWER_BYTES,
  ByteBudget,
  ENVELOPE_BYTES,
  HELD_BYTES,
  LIGHT_BYTES,
  weigh,
} from '@hzm/services/core/ports/byte-budget';
import { readInSlices } from '@hzm/services/core/ports/slices';
import type { RowState } from './row.ts';
import { sizeOf } from './size.ts';

const ROWS_AT_ONCE = 64;

/** Says that rows take more memory than work may hold that does not wait for its turn. */
class NotLight extends Error {}

interface Turn {
  readonly gate: Gate;
  readonly source: Source;
  readonly signal: AbortSignal;
}

/**
 * Does work on rows: at once with `LIGHT_BYTES` of them, and again, in its turn, if they take more.
 * @param isLight whether it may be, as far as is known before
 * @throws Problem NOT_READY; errors of `work`
 */
export async function inTurn<T>(
  { gate, source, signal }: Turn,
  isLight: boolean,
  work: (heldBytes: number) => Promise<T>,
): Promise<T> {
  try {
    if (isLight) return await work(LIGHT_BYTES);
  } catch (error) {
    if (!(error instanceof NotLight)) throw error;
  }
  return gate.run(source, () => work(HELD_BYTES), signal);
}

/**
 * Reads many rows, some at once, as long as one answer and the memory for it hold them all.
 * @param perRow by how much a row is larger where it is answered, in bytes of JSON
 * @param heldBytes what they may take in memory; below `HELD_BYTES` only within `inTurn`
 * @throws Problem PAYLOAD_TOO_LARGE; what `read` throws
 */
export async function withinAnswer<
  Read extends { readonly state: RowState; readonly last?: Cells },
>(
  ids: readonly string[],
  perRow: number,
  read: (id: string) => Promise<Read>,
  heldBytes = HELD_BYTES,
): Promise<Read[]> {
  const budget = new ByteBudget(ANSWER_BYTES - ENVELOPE_BYTES);
  const held = new ByteBudget(heldBytes);
  const all: Read[] = [];
  let refusal: Error | undefined;
  const counted = async (id: string): Promise<Read> => {
    // Reads that begin after the refusal would fill the memory all the same.
    if (refusal) throw refusal;
    const one = await read(id);
    const values = one.state.kind === 'kept' ? one.state.values : one.last;
    const fits = !values || budget.takes(sizeOf(values) + perRow);
    if (fits && (!values || held.takes(weigh(values)))) return one;
    throw (refusal ??=
      fits && heldBytes < HELD_BYTES
        ? new NotLight()
        : new Problem('PAYLOAD_TOO_LARGE', { text: 'rows-too-large' }));
  };
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE)
    all.push(...(await readInSlices(ids.slice(from, from + ROWS_AT_ONCE), counted)));
  return all;
}
