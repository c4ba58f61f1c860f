import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serve } from './serve.ts';

const { ask, register, restart } = serve();
type Person = Awaited<ReturnType<typeof register>>;
let owner: Person;
let other: Person;
let people = 0;
beforeAll(async () => {
  await register('Admin');
});
beforeEach(async () => {
  people += 1;
  [owner, other] = [await register(`Sahip${people}`), await register(`Yabanci${people}`)];
});

const create = (tables: unknown, by: Person = owner, to = owner.projectId) =>
  ask('POST', `/projects/${to}/tables`, { tables }, by.session);
const tablesOf = async ({ projectId, session }: Person) =>
  (await ask('GET', `/tables/project/${projectId}`, undefined, session)).body.data.tables;

const contacts = {
  name: 'Kişiler',
  fields: [
    { name: 'Ad', type: 'string' },
    { name: 'E-posta', type: 'email' },
  ],
};
const orders = {
  name: 'Siparişler',
  fields: [
    { name: 'No', type: 'string' },
    {
      name: 'Durum',
      type: 'select',
      validation: { options: [{ name: 'Yeni', color: 'blue' }, { name: 'Gönderildi' }] },
    },
    { name: 'Kişi', type: 'relationship', relatesTo: { table: 'kişiler', field: 'ad' } },
  ],
};

describe('tables that are created with their fields', () => {
  it('come with types, options and relationships, in the order asked for, and stay over a restart', async () => {
    // The table that is related comes first: its target is created by the same call.
    const { status, body } = await create([orders, contacts]);
    expect(status).toBe(201);
    const [made, target] = body.data.tables;
    expect([made.name, target.name]).toEqual(['Siparişler', 'Kişiler']);
    expect(made.fields).toMatchObject([
      { name: 'No', type: 'string', required: false },
      {
        type: 'select',
        validation: { options: [{ id: 'yeni', color: 'blue' }, { name: 'Gönderildi' }] },
      },
      {
        type: 'relationship',
        relationships: [
          {
            targetTableId: target.id,
            targetFieldId: target.fields[0].id,
            relationshipType: 'one-to-many',
          },
        ],
      },
    ]);
    const { rows } = (
      await ask(
        'POST',
        `/data/table/${target.id}/rows/bulk`,
        { rows: [{ Ad: 'Ayşe' }] },
        owner.session,
      )
    ).body.data;
    const row = { No: '1', Durum: 'Gönderildi', Kişi: rows[0].id };
    expect((await ask('POST', `/data/table/${made.id}/rows`, row, owner.session)).status).toBe(201);
    await restart();
    expect(await tablesOf(owner)).toEqual(body.data.tables);
  });

  it('have their fields in the order asked for, however many', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `alan ${at}`);
    const fields = names.map(name => ({ name, type: 'string' }));
    const { body } = await create([{ name: 'Geniş', fields }, { name: 'Boş' }]);
    const [wide, empty] = await tablesOf(owner);
    expect(wide.fields.map(({ name }: { name: string }) => name)).toEqual(names);
    expect([wide, empty]).toEqual(body.data.tables);
  });

  it('are all created, or none', async () => {
    const before = await tablesOf(owner);
    const [field] = contacts.fields;
    const lines = [
      ['NAME_TAKEN', [contacts, { ...contacts, name: 'KİŞİLER' }]],
      ['NAME_TAKEN', [contacts, { name: 'İki', fields: [field, field] }]],
      [
        'CONFLICT',
        [
          contacts,
          { name: 'Yanlış', fields: [{ ...field, relatesTo: { table: 'Kişiler', field: 'Ad' } }] },
        ],
      ],
      ['VALIDATION_ERROR', [orders]],
      [
        'VALIDATION_ERROR',
        [
          contacts,
          {
            ...orders,
            fields: [{ ...orders.fields[2], relatesTo: { table: 'Kişiler', field: 'yok' } }],
          },
        ],
      ],
      [
        'VALIDATION_ERROR',
        [
          contacts,
          {
            ...orders,
            fields: [{ ...orders.fields[2], relatesTo: { table: 'Siparişler', field: 'Kişi' } }],
          },
        ],
      ],
      ['VALIDATION_ERROR', [{ ...contacts, fields: [{ ...field, validation: { pattern: '(' } }] }]],
      ['VALIDATION_ERROR', [{ ...contacts, fields: [{ ...field, name: '__proto__' }] }]],
      ['VALIDATION_ERROR', []],
      ['VALIDATION_ERROR', Array.from({ length: 6 }, (_, at) => ({ name: `Tablo ${at}` }))],
      [
        'VALIDATION_ERROR',
        [
          {
            name: 'Geniş',
            fields: Array.from({ length: 41 }, (_, at) => ({ name: `a${at}`, type: 'string' })),
          },
        ],
      ],
    ] as const;
    for (const [code, tables] of lines)
      expect([code, (await create(tables)).body.code]).toEqual([code, code]);
    expect(await tablesOf(owner)).toEqual(before);
  });

  it('count for the plan together', async () => {
    const named = (...names: string[]) => names.map(name => ({ name }));
    const { maxTables } = (await ask('GET', '/auth/me', undefined, owner.session)).body.data.user;
    const names = Array.from({ length: maxTables }, (_, at) => `Tablo ${at}`);
    expect((await create(named(names[0]!))).status).toBe(201);
    expect((await create(named(...names.slice(1), 'Fazla'))).body.code).toBe('PLAN_LIMIT');
    expect((await create(named(...names.slice(1)))).status).toBe(201);
    expect(await tablesOf(owner)).toHaveLength(maxTables);
  });

  it('are refused to strangers, who are answered as about a project that is not there', async () => {
    const unknown = crypto.randomUUID();
    const answers = [await create([contacts], other), await create([contacts], other, unknown)];
    expect(answers.map(({ body }) => body.code)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect(await tablesOf(owner)).toEqual([]);
  });
});
