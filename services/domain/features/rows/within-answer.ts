import { Problem } from '@hzm/contracts/core/problem';
import type { Cells } from '@hzm/contracts/features/rows/row';
import {
  ANSWER_BYTES,
  ByteBudget,
  ENVELOPE_BYTES,
  HELD_BYTES,
  weigh,
} from '@hzm/services/core/ports/byte-budget';
import { readInSlices, slice } from '@hzm/services/core/ports/slices';
import type { RowState } from './row.ts';
import { sizeOf } from './size.ts';

const ROWS_AT_ONCE = 64;

/**
 * Reads many rows, some at once, as long as one answer and the memory for it hold them all.
 * @param perRow by how much a row is larger where it is answered, in bytes of JSON
 * @throws Problem PAYLOAD_TOO_LARGE; what `read` throws
 */
export async function withinAnswer<
  Read extends { readonly state: RowState; readonly last?: Cells },
>(ids: readonly string[], perRow: number, read: (id: string) => Promise<Read>): Promise<Read[]> {
  const budget = new ByteBudget(ANSWER_BYTES - ENVELOPE_BYTES);
  const held = new ByteBudget(HELD_BYTES);
  const all: Read[] = [];
  let refusal: Problem | undefined;
  const counted = async (id: string): Promise<Read> => {
    // Reads that begin after the refusal would fill the memory all the same.
    if (refusal) throw refusal;
    const one = await read(id);
    const values = one.state.kind === 'kept' ? one.state.values : one.last;
    const fits = !values || budget.takes(sizeOf(values) + perRow);
    if (fits && (!values || held.takes(weigh(values)))) return one;
    throw (refusal ??= new Problem('PAYLOAD_TOO_LARGE', { text: 'rows-too-large' }));
  };
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE)
    all.push(...(await readInSlices(ids.slice(from, from + ROWS_AT_ONCE), counted)));
  // A decision about large rows takes as long as reading one of them.
  await slice();
  return all;
}
