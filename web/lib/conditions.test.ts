import { expect, it } from 'vitest';
import { constantOf, fitted } from './conditions.ts';

it("constantOf parses a constant of the field's type", () => {
  expect([
    constantOf('number', '1,5'),
    constantOf('number', 'x'),
    constantOf('boolean', 'true'),
    constantOf('text', '3'),
  ]).toEqual([1.5, 'x', true, '3']);
});

it('fitted turns a constant into one of another type, the first one if it is of another kind', () => {
  expect([
    fitted('boolean', ''),
    fitted('boolean', false),
    fitted('text', true),
    fitted('number', '1,5'),
    fitted('text', 20),
  ]).toEqual([true, false, '', 1.5, '20']);
});
