import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { calls } from '../registry.ts';
import { AnyJson, list } from './shapes.ts';

describe('list', () => {
  let judged = 0;
  const Item = z.custom<string>(value => {
    judged++;
    return typeof value === 'string';
  });
  const Some = z.strictObject({ items: list(Item, { min: 1, max: 3 }).optional() });

  it('validates each item when its length is within bounds', () => {
    expect(Some.safeParse({ items: ['a', 'b'] }).data).toEqual({ items: ['a', 'b'] });
    expect(Some.safeParse({}).success).toBe(true);
    expect(
      [[], ['a', 1], 'abc', { length: 1 }, null].map(
        items => Some.safeParse({ items }).error?.issues[0]?.code,
      ),
    ).toEqual(['too_small', 'custom', 'invalid_type', 'invalid_type', 'invalid_type']);
  });

  it('is refused without visiting items when it is too long', () => {
    judged = 0;
    const { issues } = Some.safeParse({ items: Array.from({ length: 300_000 }, () => []) }).error!;
    expect([issues.map(({ code, path }) => [code, path]), judged]).toEqual([
      [['too_big', ['items']]],
      0,
    ]);
  });

  it('is described as an array in JSON Schema', () => {
    expect(
      z.toJSONSchema(list(z.string(), { min: 1, max: 3 }), { io: 'input', unrepresentable: 'any' }),
    ).toMatchObject({ type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3 });
  });
});

it('AnyJson does not visit its value', () => {
  const value = new Proxy([], {
    get: () => expect.fail('looked into'),
    ownKeys: () => expect.fail('looked into'),
  });
  expect(z.record(z.string(), AnyJson).safeParse({ value }).data!['value']).toBe(value);
});

interface Def {
  readonly type: string;
  readonly [part: string]: unknown;
}
const defOf = (schema: unknown): Def => (schema as { _zod: { def: Def } })._zod.def;

/** Returns the paths of arrays without a bound on their length. */
function unbounded(schema: unknown, path: string, isBounded = false): string[] {
  const def = defOf(schema);
  switch (def.type) {
    case 'array':
      return [...(isBounded ? [] : [path]), ...unbounded(def['element'], `${path}[]`)];
    case 'object':
      return Object.entries(def['shape'] as object).flatMap(([name, member]) =>
        unbounded(member, `${path}.${name}`),
      );
    case 'record':
      return unbounded(def['valueType'], `${path}.*`);
    case 'union':
      return (def['options'] as unknown[]).flatMap(option => unbounded(option, path));
    case 'pipe':
      return [
        ...unbounded(def['in'], path),
        ...unbounded(def['out'], path, defOf(def['in']).type === 'transform'),
      ];
    case 'lazy':
      return [`${path} (lazy)`];
    default:
      return 'innerType' in def ? unbounded(def['innerType'], path, isBounded) : [];
  }
}

it('every list in a call has a maximum length', () => {
  expect(unbounded(z.object({ a: z.array(z.string()).max(3).optional() }), 'x')).toEqual(['x.a']);
  expect(unbounded(z.object({ a: list(z.string(), { min: 0, max: 3 }).optional() }), 'x')).toEqual(
    [],
  );
  expect(
    calls.flatMap(({ name, params, query, body }) =>
      [params, query, body].flatMap(shape => unbounded(shape, name)),
    ),
  ).toEqual([]);
});
