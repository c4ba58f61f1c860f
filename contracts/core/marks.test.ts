import { expect, it } from 'vitest';
import * as z from 'zod';
import { secret, withoutSecrets } from './marks.ts';

const word = secret(z.string());

it.each([
  ['beside others', z.object({ a: z.string(), b: word }), { a: '1', b: '2' }, { a: '1' }],
  [
    'where they may be absent',
    z.object({ a: word.optional(), b: word.nullable().optional(), c: word.default('') }).optional(),
    { a: '1', b: '2', c: '3' },
    {},
  ],
  [
    'within lists and objects',
    z.object({ list: z.array(z.object({ a: z.int(), b: word })) }),
    { list: [{ a: 1, b: '2' }] },
    { list: [{ a: 1 }] },
  ],
  [
    'with all around that they cannot be taken out of',
    z.object({
      a: z.union([z.object({ b: word }), z.string()]),
      c: z.record(z.string(), word),
      d: z.int(),
    }),
    { a: { b: '1' }, c: { x: '2' }, d: 3 },
    { d: 3 },
  ],
  [
    'with what the schema does not know',
    z.looseObject({ a: word, b: z.int() }),
    { a: '1', b: 2, constructor: '3' },
    { b: 2 },
  ],
])('withoutSecrets removes secrets %s', (_, schema, value, rest) => {
  expect(JSON.parse(JSON.stringify(withoutSecrets(schema, value)))).toEqual(rest);
});

it('withoutSecrets returns a value without secrets unchanged', () => {
  const value = { a: [{ b: 1 }] };
  expect(withoutSecrets(z.object({ a: z.array(z.object({ b: z.int() })) }), value)).toBe(value);
});
