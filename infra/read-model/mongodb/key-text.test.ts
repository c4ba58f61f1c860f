import { compareKeys, type Key, orderKey } from '@hzm/services/core/ports/value';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keyText } from './key-text.ts';

const finite = fc
  .oneof(
    fc.double({ noNaN: true }),
    fc.integer(),
    fc.constantFrom(0, 1e-300, -1e-300, Number.MAX_VALUE),
  )
  .map(number => number + 0);
const key: fc.Arbitrary<Key> = fc.oneof(
  finite,
  fc.oneof(fc.string(), fc.boolean(), fc.constant(null)).map(orderKey),
);

it('keyText sorts in the order of keys', () => {
  fc.assert(
    fc.property(key, key, (a, b) => {
      const [x, y] = [keyText(a), keyText(b)];
      expect(x < y ? -1 : x > y ? 1 : 0).toBe(Math.sign(compareKeys(a, b)));
    }),
    { numRuns: 2000 },
  );
});
