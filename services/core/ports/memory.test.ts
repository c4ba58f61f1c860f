import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MOST_PER_BYTE, weighJson } from './memory.ts';

const repeated = (json: string, count: number): string =>
  `[${Array.from({ length: count }, () => json).join(',')}]`;

// The memory in bytes that Node 24 takes for such a value (decision 0042).
it.each([
  ['empty objects', '{}', 64],
  ['empty lists', '[]', 40],
  ['lists of an empty list', '[[]]', 96],
  ['objects of a member', '{"a":1}', 40],
  ['decimals', '1.5', 12],
  ['numbers', '1', 10],
])('weighs %s as no less than they take in memory', (_, json, bytes) => {
  expect(weighJson(repeated(json, 10_000))).toBeGreaterThanOrEqual(bytes * 10_000);
});

it('weighs rows of ordinary texts as less than five times their JSON', () => {
  const row = { ad: 'Ayşe Yılmaz', adres: 'Bağdat Caddesi 12', yaş: 34, tutar: 12.5, aktif: true };
  const json = repeated(JSON.stringify(row), 1_000);
  expect(weighJson(json)).toBeLessThan(5 * Buffer.byteLength(json));
});

it('takes no bracket of a text for a structure, and weighs text and bytes the same', () => {
  expect(weighJson(JSON.stringify('[{"\\"[{['))).toBeLessThan(50);
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      const json = JSON.stringify(value);
      expect(weighJson(json)).toBe(weighJson(Buffer.from(json)));
    }),
  );
});

it('weighs no JSON as more than the most per byte, beside its own brackets', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      const json = JSON.stringify([value]);
      expect(weighJson(json)).toBeLessThanOrEqual(MOST_PER_BYTE * Buffer.byteLength(json) + 100);
    }),
  );
});
