import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inspect, namesAtMost } from './json-inspect.ts';

const depth = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : 1 + Math.max(0, ...Object.values(value).map(depth));

it('inspect counts the depth of any JSON text', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 6 }),
      value => inspect(Buffer.from(JSON.stringify(value, null, 1))).depth === depth(value),
    ),
  );
});

it.each([
  ['', 0],
  ['1', 0],
  ['[]', 1],
  ['{"a":[1,{"b":2}]}', 3],
  ['[[],[],[[]]]', 3],
  ['["[[[["]', 1],
  ['["\\"[[["]', 1],
  ['["\\\\",[]]', 2],
  ['[{"ı{":1}]', 2],
  ['["open [[', 1],
  ['["a\\', 1],
])('%s nests %i deep', (json, depth) => {
  expect(inspect(Buffer.from(json)).depth).toBe(depth);
});

it.each([
  '{"__proto__":1}',
  '{"a":{"b":[{"__proto__":1}]}}',
  '{"__proto__" \n :1}',
  '{"__pr\\u006fto__":1}',
  `{"${Array.from('__proto__', letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}":1}`,
  '{"\\u005F_proto_\\u005f":1}',
])("inspect finds the prototype's name in %s", json => {
  expect(inspect(Buffer.from(json)).namesPrototype).toBe(true);
  expect(Object.keys(JSON.parse(json) as object)).toHaveLength(1);
});

it.each([
  '{"a":"__proto__"}',
  '["__proto__"]',
  '{"__proto":1}',
  '{"__proto__x":1}',
  '{"\\\\u005f_proto__":1}',
  '{"a":"\\"__proto__\\":"}',
  '{"__pr\\qto__":1}',
  '{"__proto__"',
  ':',
])('%s does not', json => {
  expect(inspect(Buffer.from(json)).namesPrototype).toBe(false);
});

const partsOf = (value: unknown): number => {
  if (Array.isArray(value))
    return (
      1 +
      Math.max(
        1,
        value.map(partsOf).reduce((a, b) => a + b, 0),
      )
    );
  if (typeof value === 'object' && value !== null)
    return (
      1 +
      Math.max(
        1,
        Object.values(value)
          .map(each => 1 + partsOf(each))
          .reduce((a, b) => a + b, 0),
      )
    );
  return 1;
};

it('inspect counts names and values of any JSON text, an empty list or object as two', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 6 }),
      value => inspect(Buffer.from(JSON.stringify(value, null, 1))).parts === partsOf(value),
    ),
  );
});

it('namesAtMost counts each name once, across objects and apart from values', () => {
  const json = Buffer.from('[{"a":"b","c":{"a":"x:y"}},{"a":1,"ç\\"":[{"c":2}]}]');
  expect([namesAtMost(json, 3), namesAtMost(json, 2)]).toEqual([true, false]);
});
