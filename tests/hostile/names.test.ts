import {
  NAMES_OF_NOTHING,
  NAMES_OF_SOMETHING,
  UNPRINTABLE_NAMES,
} from '@hzm/contracts/core/names-of-tests';
import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from '../http/serve.ts';

const { ask, register, table } = serve({ registrationsPerMinute: 0 });
let session: Headed;
let projectId = '';
let tableId = '';

beforeAll(async () => {
  ({ session, projectId } = await register('Ayse'));
  tableId = await table(projectId, session, 'Stok', { ad: 'string' });
});

/**
 * Every way in which a person with an account gives a name. The first person of an installation
 * administers it.
 */
const ways: readonly (readonly [
  thing: string,
  give: (name: string) => Promise<Awaited<ReturnType<typeof ask>>>,
])[] = [
  [
    'a person',
    name =>
      ask('POST', '/auth/register', {
        name,
        email: `${crypto.randomUUID()}@example.com`,
        password: 'gizli-1',
      }),
  ],
  [
    'a person that an administrator adds',
    name =>
      ask(
        'POST',
        '/admin/users',
        { name, email: `${crypto.randomUUID()}@example.com`, password: 'gizli-1' },
        session,
      ),
  ],
  ['a project', name => ask('PUT', `/projects/${projectId}`, { name }, session)],
  ['a table', name => ask('PUT', `/tables/${tableId}`, { name }, session)],
  [
    'a field',
    name =>
      ask('POST', `/tables/${projectId}/${tableId}/fields`, { name, type: 'string' }, session),
  ],
  ['a key', name => ask('POST', `/api-keys/project/${projectId}`, { name }, session)],
  [
    'a thread',
    name =>
      ask('POST', '/threads', { project_id: projectId, title: name, initialMessage: 'x' }, session),
  ],
  [
    'a tag',
    name =>
      ask(
        'POST',
        '/threads',
        { project_id: projectId, title: 'x', initialMessage: 'x', tags: [name] },
        session,
      ),
  ],
  [
    'an endpoint request',
    name =>
      ask(
        'POST',
        `/endpoint-requests/project/${projectId}`,
        { endpoint_name: name, description: 'en az on harf' },
        session,
      ),
  ],
  ['a plan', name => ask('POST', '/pricing/plans', { name, price: 1 }, session)],
];

describe.each(ways)('%s', (thing, give) => {
  it('is never called nothing, nor what a line cannot show', async () => {
    for (const name of [...NAMES_OF_NOTHING, ...UNPRINTABLE_NAMES]) {
      if (thing === 'a tag' && name.trim() === '') continue;
      const { status, body } = await give(name);
      expect([JSON.stringify(name), status, body.code], body.error).toEqual([
        JSON.stringify(name),
        400,
        'VALIDATION_ERROR',
      ]);
    }
  });

  it('is called what people of all scripts call things', async () => {
    for (const name of NAMES_OF_SOMETHING) {
      const { status, body } = await give(` ${name.normalize('NFD')} `);
      expect([name, status], body.error).toEqual([name, status === 200 ? 200 : 201]);
      expect(JSON.stringify(body.data).toLocaleLowerCase('tr')).toContain(
        JSON.stringify(name.normalize('NFC')).slice(1, -1).toLocaleLowerCase('tr'),
      );
    }
  });
});

it('a refused name says what is wrong with it in both languages', async () => {
  const said = async (language: string, name: string) =>
    (
      await ask(
        'PUT',
        `/projects/${projectId}`,
        { name },
        { ...session, 'accept-language': language },
      )
    ).body.error;
  expect([
    await said('en', '\u200b\u200b\u200b'),
    await said('tr', '\u200b\u200b\u200b'),
    await said('en', 'a\nbc'),
    await said('tr', 'a\nbc'),
  ]).toEqual([
    'A name needs a letter, a digit or a sign that can be seen',
    'Adda görünen en az bir harf, rakam veya işaret olmalı',
    'A name stands on one line, without control characters and characters that turn the direction of writing',
    'Ad tek satır olmalı; denetim karakteri ve yazı yönünü çeviren karakter içeremez',
  ]);
});

it('a name that differs only in letters that nobody sees, or in how its accents are written, is taken', async () => {
  await ask('POST', `/tables/project/${projectId}`, { name: 'Çağrı' }, session);
  for (const name of ['C\u0327ag\u0306rı', 'Çağ\u200brı', '\u2060ÇAĞRI\u200d']) {
    expect([
      name,
      (await ask('POST', `/tables/project/${projectId}`, { name }, session)).body.code,
    ]).toEqual([name, 'NAME_TAKEN']);
  }
});

it("a row is written by a field's name however its accents are written", async () => {
  const id = await table(projectId, session, 'Aksanlar', { 'C\u0327ag\u0306rı': 'string' });
  const { status, body } = await ask(
    'POST',
    `/data/table/${id}/rows`,
    { 'C\u0327ag\u0306rı': 'x' },
    session,
  );
  expect([status, body.data?.row['Çağrı']], body.error).toEqual([201, 'x']);
  const found = await ask(
    'GET',
    `/data/table/${id}?filter[${encodeURIComponent('C\u0327ag\u0306rı')}][eq]=x`,
    undefined,
    session,
  );
  expect(found.body.data.rows).toHaveLength(1);
});

it('a message and a description lose nothing of what was written', async () => {
  for (const text of ['bir\0iki', 'bir\ud800iki', 'bir\udc00iki']) {
    expect(
      (await ask('PUT', `/projects/${projectId}`, { description: text }, session)).status,
    ).toBe(400);
    expect(
      (
        await ask(
          'POST',
          '/threads',
          { project_id: projectId, title: 'Konu', initialMessage: text },
          session,
        )
      ).status,
    ).toBe(400);
  }
  const said = 'satır\n\tiki \u202e👩‍💻';
  expect(
    (await ask('PUT', `/projects/${projectId}`, { description: said }, session)).body.data.project
      .description,
  ).toBe(said);
});
