import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { event } from './core/event.ts';
import { isNameOfOurs, isSecret, nameOfOurs, partsOf, withoutSecrets } from './core/marks.ts';
import { calls, events } from './registry.ts';

type Shape = z.core.$ZodType;

/**
 * Whether a person may have written the value of a schema: any text but ids, times and names from
 * the code, and any kind of schema unknown here.
 */
function mayBeWritten(schema: Shape): boolean {
  const { type, format } = schema._zod.def as unknown as { type: string; format?: string };
  if (type === 'string') return !isNameOfOurs(schema) && format !== 'uuid' && format !== 'datetime';
  if (['number', 'int', 'boolean', 'null', 'literal', 'enum'].includes(type)) return false;
  return (
    !['object', 'array', 'optional', 'nullable', 'default'].includes(type) ||
    partsOf(schema).some(mayBeWritten)
  );
}

const membersOf = (schema: Shape): [string, Shape][] =>
  Object.entries((schema as z.ZodObject).shape);

describe('unsealed members of events', () => {
  const open = events.flatMap(({ type, schema, open }) =>
    membersOf(schema)
      .filter(([name]) => name in open)
      .map(([name, member]): [string, Shape] => [`${type}.${name}`, member]),
  );

  it('hold no text that a person wrote', () => {
    expect(open.length).toBeGreaterThan(0);
    expect(open.filter(([, member]) => mayBeWritten(member)).map(([name]) => name)).toEqual([]);
  });

  it('would be noticed if they held text of a person', () => {
    const { schema } = event('x', {
      version: 1,
      shape: {
        a: z.string(),
        b: z.object({ c: z.array(z.string().optional()) }),
        d: z.record(z.string(), z.json()),
        e: z.union([z.int(), z.url()]),
        f: z
          .string()
          .max(5)
          .regex(/^[a-z]+$/),
        g: nameOfOurs(z.string()),
        h: z.uuid(),
        i: z.enum(['j']),
      },
      open: {},
    });
    expect(
      membersOf(schema)
        .filter(([, member]) => mayBeWritten(member))
        .map(([name]) => name),
    ).toEqual(['a', 'b', 'd', 'e', 'f']);
  });

  it('have a reason and find the key of the sealed rest', () => {
    for (const { type, schema, open } of events) {
      expect(
        Object.values(open).every(reason => reason.length > 10),
        type,
      ).toBe(true);
      const isSealed = membersOf(schema).some(([name]) => !(name in open));
      expect(
        !isSealed || 'projectId' in open || 'accountId' in open || 'installation' in open,
        type,
      ).toBe(true);
    }
  });
});

/** Returns every member of a schema, nested ones included, with its path. */
const everyMember = (schema: Shape, path = ''): [string, Shape][] =>
  schema instanceof z.ZodObject
    ? membersOf(schema).flatMap(([name, member]) => [
        [`${path}.${name}`, member] as [string, Shape],
        ...everyMember(member, `${path}.${name}`),
      ])
    : partsOf(schema).flatMap(part => everyMember(part, path));
const marked = (schema: Shape): boolean => isSecret(schema) || partsOf(schema).some(marked);

describe('secrets in calls', () => {
  const members = calls.flatMap(({ name, params, query, body }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      everyMember(schema, `${name}.${part}`),
    ),
  );

  it('are marked wherever a name suggests one', () => {
    const named = members.filter(([path]) =>
      /(?:password|secret|token|credential)[^.]*$/i.test(path),
    );
    expect(named.map(([path]) => path)).toEqual(
      expect.arrayContaining([
        'register.body.password',
        'create-project.body.apiKeyPassword',
        'delete-project.body.protectionPassword',
        'change-api-key-password.body.newPassword',
      ]),
    );
    expect(named.filter(([, schema]) => !marked(schema)).map(([path]) => path)).toEqual([]);
  });

  it('are the only members that withoutSecrets removes', () => {
    for (const { body } of calls.filter(call => marked(call.body))) {
      const said = Object.fromEntries(
        everyMember(body).map(([path, schema]) => [
          path.slice(1),
          marked(schema) ? 'the secret' : 'another word',
        ]),
      );
      expect(Object.values(said)).toContain('the secret');
      expect(JSON.parse(JSON.stringify(withoutSecrets(body, said)))).toEqual(
        Object.fromEntries(Object.entries(said).filter(([, word]) => word !== 'the secret')),
      );
    }
  });

  it('cost no copy of a value without secrets', () => {
    const body = { rows: [{ a: 1 }] };
    expect(withoutSecrets(calls.find(({ name }) => name === 'bulk-rows')!.body, body)).toBe(body);
  });
});
