import { newId } from '@hzm/contracts/core/ids';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

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
  [owner, other] = [await register(`Ayse${people}`), await register(`Baska${people}`)];
});

const asked = (method: string, path: string, body?: unknown, by: Headed = owner.session) =>
  ask(method, path, body, by);
const data = async (...of: Parameters<typeof asked>) => {
  const answer = await asked(...of);
  expect([of[1], answer.status, answer.body.error]).toEqual([
    of[1],
    answer.status < 300 ? answer.status : 200,
    undefined,
  ]);
  return answer.body.data;
};

/** Orders that belong to customers, in a project of their own. */
async function related(more: object = {}, by = owner) {
  const { projectId } = by;
  const make = async (name: string, fields: Record<string, string>) => {
    const { table } = await data('POST', `/tables/project/${projectId}`, { name }, by.session);
    const ids: string[] = [];
    for (const [field, type] of Object.entries(fields)) {
      const path = `/tables/${projectId}/${table.id}/fields`;
      ids.push((await data('POST', path, { name: field, type }, by.session)).field.id);
    }
    return { id: table.id as string, fields: ids };
  };
  const customers = await make('Müşteriler', { ad: 'string', not: 'string' });
  const orders = await make('Siparişler', { kod: 'string', müşteri: 'foreign_key' });
  const path = `/tables/${orders.id}/fields/${orders.fields[1]}/relationships`;
  const body = { targetTableId: customers.id, targetFieldId: customers.fields[0], ...more };
  return { projectId: projectId, customers, orders, path, body };
}
const relationshipsOf = async (tableId: string, projectId: string) =>
  (await data('GET', `/tables/${projectId}/${tableId}/fields`)).fields.flatMap(
    (field: { relationships: unknown[] }) => field.relationships,
  );

describe('a relationship', () => {
  it('is answered, shown by its field, kept over a restart, told by the history, and removed', async () => {
    const { projectId, customers, orders, path, body } = await related();
    const answer = await asked('POST', path, body);
    expect([answer.status, answer.body.data.relationship]).toMatchObject([
      201,
      {
        sourceFieldId: orders.fields[1],
        targetTableId: customers.id,
        targetFieldId: customers.fields[0],
        relationshipType: 'one-to-many',
        cascadeDelete: false,
      },
    ]);
    await restart();
    expect(await relationshipsOf(orders.id, projectId)).toEqual([answer.body.data.relationship]);
    const again = await asked('POST', path, body);
    expect([again.status, again.body.code]).toEqual([409, 'CONFLICT']);
    const { id } = answer.body.data.relationship;
    expect((await asked('DELETE', `${path}/${newId()}`)).status).toBe(404);
    await data('DELETE', `${path}/${id}`);
    expect(await relationshipsOf(orders.id, projectId)).toEqual([]);
    const { events } = await data('GET', `/projects/${projectId}/history`);
    expect(events.map(({ summary }: { summary: string }) => summary)).toEqual(
      expect.arrayContaining([
        `Ayse${people}, “Siparişler” tablosunun “müşteri” alanını “Müşteriler” tablosuyla ilişkilendirdi`,
        `Ayse${people}, “Siparişler” tablosunun “müşteri” alanındaki ilişkiyi kaldırdı`,
      ]),
    );
  });

  it('is refused for other types, its own table, hidden fields, and what is not in the project', async () => {
    const { customers, orders, path, body, projectId } = await related();
    const foreign = await related({}, other);
    const plain = path.replace(orders.fields[1]!, orders.fields[0]!);
    expect((await asked('POST', plain, body)).body).toMatchObject({ code: 'CONFLICT' });
    await data('PUT', `/tables/${customers.id}/fields/${customers.fields[1]}`, { isHidden: true });
    const wrong = {
      targetTableId: [
        { targetTableId: orders.id, targetFieldId: orders.fields[0] },
        { targetTableId: foreign.customers.id, targetFieldId: foreign.customers.fields[0] },
        { targetTableId: newId(), targetFieldId: customers.fields[0] },
      ],
      targetFieldId: [
        { targetFieldId: foreign.customers.fields[0] },
        { targetFieldId: orders.fields[0] },
        { targetFieldId: customers.fields[1] },
      ],
    };
    for (const [at, bodies] of Object.entries(wrong))
      for (const more of bodies) {
        const { status, body: said } = await asked('POST', path, { ...body, ...more });
        expect([status, said.details]).toMatchObject([400, [{ path: at }]]);
      }
    expect((await asked('POST', path, body, other.session)).status).toBe(404);
    expect(await relationshipsOf(orders.id, projectId)).toEqual([]);
  });

  it('stands in the way of deleting its target, is kept by force, and works again after the return', async () => {
    const { projectId, customers, orders, path, body } = await related();
    const { relationship } = await data('POST', path, body);
    const needed = {
      relationships: [
        {
          tableId: orders.id,
          tableName: 'Siparişler',
          fieldId: orders.fields[1],
          fieldName: 'müşteri',
        },
      ],
    };
    const [table, field] = [
      `/tables/${customers.id}`,
      `/tables/${customers.id}/fields/${customers.fields[0]}`,
    ];
    for (const target of [table, field])
      expect((await asked('DELETE', target)).body).toMatchObject({
        code: 'CONFLICT',
        data: needed,
      });
    await data('DELETE', `/tables/${customers.id}/fields/${customers.fields[1]}`);
    await data('DELETE', `${table}?force=true`);
    expect(await relationshipsOf(orders.id, projectId)).toEqual([relationship]);
    await data('POST', `/projects/${projectId}/bin/tables/${customers.id}/restore`, {});
    await data('DELETE', `/tables/${orders.id}/fields/${orders.fields[1]}`);
    await data('POST', `/projects/${projectId}/bin/fields/${orders.fields[1]}/restore`, {});
    expect(await relationshipsOf(orders.id, projectId)).toEqual([relationship]);
    const changed = { name: 'alıcı', type: 'reference' };
    await data('PUT', `/tables/${orders.id}/fields/${orders.fields[1]}`, changed);
    expect(await relationshipsOf(orders.id, projectId)).toEqual([relationship]);
    await data('PUT', `/tables/${orders.id}/fields/${orders.fields[1]}`, { type: 'string' });
    expect(await relationshipsOf(orders.id, projectId)).toEqual([]);
  });

  it('goes to test environments and back with the ids of their tables and fields', async () => {
    const { projectId, orders, path, body } = await related();
    const { relationship } = await data('POST', path, body);
    const testId = (await data('POST', `/projects/${projectId}/create-test-environment`)).project
      .id;
    const { tables } = await data('GET', `/tables/project/${testId}`);
    const named = (name: string) => tables.find((one: { name: string }) => one.name === name);
    const [target, source] = [named('Müşteriler'), named('Siparişler')];
    const [copy] = source.fields[1].relationships;
    expect(copy).toMatchObject({
      sourceFieldId: source.fields[1].id,
      targetTableId: target.id,
      targetFieldId: target.fields[0].id,
      createdAt: relationship.createdAt,
    });
    const pair = { testProjectId: testId, liveProjectId: projectId };
    const test = `/tables/${source.id}/fields/${source.fields[1].id}/relationships`;
    await data('DELETE', `${test}/${copy.id}`);
    await data('POST', test, {
      targetTableId: target.id,
      targetFieldId: target.fields[1].id,
      cascadeDelete: true,
    });
    await data('POST', '/tables/transfer-to-live', { ...pair, tableIds: [source.id] });
    expect(await relationshipsOf(orders.id, projectId)).toMatchObject([
      { targetTableId: body.targetTableId, cascadeDelete: true },
    ]);
  });
});
