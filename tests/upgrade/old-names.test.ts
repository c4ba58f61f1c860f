import type { DomainEvent } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import { projectDescribed } from '@hzm/contracts/features/projects/events';
import { fieldChanged, tableRenamed } from '@hzm/contracts/features/tables/events';
import { events, upcasters } from '@hzm/contracts/registry';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import { SqliteKeyVault } from '@hzm/infra/key-vault/sqlite/sqlite-key-vault';
import { Codec } from '@hzm/services/core/events/codec';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Installation } from '../hostile/installation.ts';

/** As versions up to 0.2.0 took them. */
const [NOTHING, LINES] = ['\u200b\u200b\u200b', 'iki\u202esatır'];
const installation = new Installation(false);
let person: Awaited<ReturnType<Installation['register']>>;
let table: {
  readonly id: string;
  readonly fields: readonly { readonly id: string; readonly name: string }[];
};

/** Appends what an older version let through. */
async function appendOld(stream: string, facts: readonly DomainEvent[]): Promise<void> {
  const store = await SqliteEventStore.open(installation.file('events.db'));
  const vault = new SqliteKeyVault(installation.file('vault.db'), installation.secret);
  const found = await store.readStream(stream, { limit: 1000 });
  const codec = new Codec(vault, events, upcasters);
  const meta = { at: new Date().toISOString(), actor: person.id, request: newId() };
  await store.append(stream, found.at(-1)!.revision, await codec.encode(facts, meta, newId));
  await store.close();
  await vault.close();
}

beforeAll(async () => {
  await installation.start();
  person = await installation.register('Ayse');
  const made = await installation.ask(
    'POST',
    `/tables/project/${person.projectId}`,
    { name: 'Stok' },
    person.session,
  );
  await installation.ask(
    'POST',
    `/tables/${person.projectId}/${made.body.data.table.id}/fields`,
    { name: 'ad', type: 'string' },
    person.session,
  );
  ({ table } = (
    await installation.ask(
      'GET',
      `/tables/${person.projectId}/${made.body.data.table.id}`,
      undefined,
      person.session,
    )
  ).body.data);
  await installation.stop();
  const { projectId } = person;
  const { id: fieldId } = table.fields[0]!;
  await appendOld(`portfolio-${person.id}`, [
    projectDescribed({ projectId, name: NOTHING, description: 'a\0b' }),
  ]);
  await appendOld(`schema-${projectId}`, [
    tableRenamed({ projectId, tableId: table.id, name: NOTHING }),
    fieldChanged({
      projectId,
      tableId: table.id,
      fieldId,
      field: {
        name: LINES,
        type: 'string',
        required: false,
        description: '',
        validation: {},
        isHidden: false,
      },
    }),
  ]);
  await installation.start();
});
afterAll(() => installation.forget());

const ask = (method: string, path: string, body?: unknown) =>
  installation.ask(method, path, body, { ...person.session, 'accept-language': 'en' });
const schema = async () => {
  const { project } = (await ask('GET', `/projects/${person.projectId}`)).body.data;
  const { name, fields } = (await ask('GET', `/tables/${person.projectId}/${table.id}`)).body.data
    .table;
  return [project.name, name, fields[0].name];
};

describe('names that are refused now', () => {
  it('stay readable where they were given', async () => {
    expect(await schema()).toEqual([NOTHING, NOTHING, LINES]);
    expect(
      (await ask('POST', `/data/table/${table.id}/rows`, { [LINES]: 'değer' })).body.data.row,
    ).toMatchObject({ [LINES]: 'değer' });
    expect(
      (await ask('POST', `/projects/${person.projectId}/create-test-environment`)).status,
    ).toBe(201);
  });

  it('are not given again, and what has them can be changed otherwise', async () => {
    const again = await ask('PUT', `/tables/${table.id}`, { name: NOTHING });
    expect([again.status, again.body.error]).toEqual([
      400,
      'A name needs a letter, a digit or a sign that can be seen',
    ]);
    expect(
      (
        await ask('PUT', `/tables/${table.id}/fields/${table.fields[0]!.id}`, {
          description: 'yeni',
        })
      ).status,
    ).toBe(200);
    expect(
      (await ask('PUT', `/projects/${person.projectId}`, { description: 'yeni' })).status,
    ).toBe(200);
  });

  it('can be replaced', async () => {
    expect((await ask('PUT', `/projects/${person.projectId}`, { name: 'Proje' })).status).toBe(200);
    expect((await ask('PUT', `/tables/${table.id}`, { name: 'Tablo' })).status).toBe(200);
    expect(
      (await ask('PUT', `/tables/${table.id}/fields/${table.fields[0]!.id}`, { name: 'alan' }))
        .status,
    ).toBe(200);
    expect(await schema()).toEqual(['Proje', 'Tablo', 'alan']);
  });
});
