import type { Json } from '@hzm/contracts/core/json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pack, unpack } from './packed.ts';

const letters = fc.string({
  unit: fc.constantFrom(...Array.from('0123456789abcdefABCDEF+/=-T:.Z')),
});
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.uuid(),
  fc.uuid().map(id => id.toUpperCase()),
  fc.date({ noInvalidDate: true }).map(date => date.toISOString()),
  fc.base64String(),
  letters,
  fc.constantFrom(
    '\ud800',
    'a\udc00',
    '2026-02-30T00:00:00.000Z',
    '0000-01-01T00:00:00.000Z',
    'AAAAAAAAAAAAAAAB',
    'AAAAAAAAAAAAAB==',
  ),
);
const json = fc.oneof(
  text,
  fc.integer(),
  fc.constantFrom(0, -0, 239, 240, 255, 256),
  fc.boolean(),
  fc.jsonValue(),
);
const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('packed values', () => {
  it('unpack to the same values as a JSON round trip', () => {
    fc.assert(
      fc.property(fc.array(json), values => {
        expect(unpack(pack(values as Json[]))).toEqual(throughJson(values));
      }),
      { numRuns: 2000 },
    );
  });

  it('unpack to the same values at every length', () => {
    for (const length of [0, 1, 127, 128, 16_383, 16_384, 70_000])
      for (const value of ['ş'.repeat(length), Buffer.alloc(length, 7).toString('base64')])
        expect(unpack(pack([value, 'end']))).toEqual([value, 'end']);
  });

  it('take fewer bytes than JSON', () => {
    expect(pack(['01937b5e-0000-7000-8000-000000000001']).length).toBe(17);
    expect(pack(['2026-01-01T00:00:00.000Z']).length).toBe(7);
    expect(pack([Buffer.alloc(100).toString('base64')]).length).toBe(102);
    expect(pack([1]).length).toBe(1);
  });

  it('are refused with RangeError or SyntaxError if the bytes are invalid', () => {
    const outcome = (bytes: Uint8Array): unknown => {
      try {
        return unpack(Buffer.from(bytes));
      } catch (error) {
        return error;
      }
    };
    // A length whose highest bit makes it negative.
    expect(outcome(Buffer.of(4, 0xff, 0xff, 0xff, 0xff, 0x0f))).toBeInstanceOf(RangeError);
    fc.assert(
      fc.property(fc.uint8Array(), bytes =>
        [Array, RangeError, SyntaxError].some(kind => outcome(bytes) instanceof kind),
      ),
    );
  });
});
