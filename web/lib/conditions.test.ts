import { expect, it } from 'vitest';
import { constantOf } from './conditions.ts';

it("constantOf parses a constant of the field's type", () => {
  expect([
    constantOf('number', '1,5'),
    constantOf('number', 'x'),
    constantOf('boolean', 'true'),
    constantOf('text', '3'),
  ]).toEqual([1.5, 'x', true, '3']);
});
