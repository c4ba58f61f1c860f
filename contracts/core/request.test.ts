import { expect, it } from 'vitest';
import { requestKey } from './request.ts';

it('requestKey is short, deterministic, and distinct for each caller and request id', () => {
  expect(requestKey('a', '1')).toBe(requestKey('a', '1'));
  const keys = ['a', 'b', 'ab', ''].flatMap(actor =>
    Array.from({ length: 5_000 }, (_, i) => requestKey(actor, `${i}`)),
  );
  expect(new Set(keys).size).toBe(20_000);
  expect(Math.max(...keys.map(({ length }) => length))).toBeLessThanOrEqual(23);
});
