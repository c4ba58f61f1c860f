import { Problem } from '@hzm/contracts/core/problem';
import { MAX_ROW_BYTES, type Cells } from '@hzm/contracts/features/rows/row';
import { jsonBytes } from '@hzm/services/core/ports/byte-budget';

/** Returns the size of a row's values as JSON, in bytes. */
export const sizeOf = (values: Cells): number =>
  Object.values(values).reduce<number>(
    (sum, value) => sum + (value === null ? 0 : jsonBytes(value)),
    0,
  );

/** Returns the refusal of a row that is too large; one that was too large before may shrink. */
export function tooLarge(before: Cells, after: Cells): Problem | undefined {
  const size = sizeOf(after);
  if (size <= MAX_ROW_BYTES || size < sizeOf(before)) return undefined;
  return new Problem('PAYLOAD_TOO_LARGE', {
    text: { key: 'row-too-large', values: { size: Math.ceil((size / MAX_ROW_BYTES) * 100) / 100 } },
  });
}

/** Returns the replaced values that an event keeps: all, unless they exceed the size of a row. */
export const remembered = (before: Cells): Cells => (sizeOf(before) > MAX_ROW_BYTES ? {} : before);
