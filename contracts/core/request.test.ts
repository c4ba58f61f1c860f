import { expect, it } from 'vitest';
import { requestKey } from './request.ts';

it("a request's key is short, the same each time, and another one for each caller and name", () => {
  expect(requestKey('a', '1')).toBe(requestKey('a', '1'));
  const keys = ['a', 'b', 'ab', ''].flatMap(actor =>
    Array.from({ length: 5_000 }, (_, i) => requestKey(actor, `${i}`)),
  );
  expect(new Set(keys).size).toBe(20_000);
  expect(Math.max(...keys.map(({ length }) => length))).toBeLessThanOrEqual(23);
});
