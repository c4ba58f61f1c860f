import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameJson, type Json } from './json.ts';

/** Returns the value with the members of its objects in the opposite order. */
const reversed = (value: Json): Json =>
  Array.isArray(value)
    ? value.map(reversed)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toReversed()
            .map(([name, one]) => [name, reversed(one as Json)]),
        )
      : value;

describe('sameJson', () => {
  it('finds a value equal to itself with its members in another order', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => sameJson(value, reversed(value as Json))),
      { numRuns: 200 },
    );
  });

  it('agrees with the deep equality of Node on parsed JSON', () => {
    const small = fc.jsonValue({ maxDepth: 2 }).map(value => JSON.parse(JSON.stringify(value)));
    fc.assert(
      fc.property(small, small, (a, b) => sameJson(a, b) === isDeepStrictEqual(a, b)),
      { numRuns: 300 },
    );
  });

  it('counts an undefined member as absent, and an inherited one, too', () => {
    expect(sameJson({ a: 1, b: undefined }, { a: 1 })).toBe(true);
    expect(sameJson({ a: 1 }, { b: 1 })).toBe(false);
    expect(sameJson({ toString: null }, { valueOf: null })).toBe(false);
    expect(sameJson([1], { 0: 1, length: 1 })).toBe(false);
    expect(sameJson(null, undefined)).toBe(false);
  });
});
