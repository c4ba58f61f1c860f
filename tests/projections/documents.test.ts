import type { Event, DomainEvent } from '@hzm/contracts/core/event';
import { requestKey } from '@hzm/contracts/core/request';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { project } from '@hzm/projections/core/projection';
import { requests } from '@hzm/projections/core/requests';
import { projections } from '@hzm/projections/registry';
import { beforeAll, expect, it } from 'vitest';
import { documents, emptyModel, writesOf } from './documents.ts';
import { ids, sampleEvents, told } from './sample-events.ts';

const { accountId, sessionId, projectId, tableId, otherTable, first, second, a, c } = ids;
let found: Awaited<ReturnType<typeof documents>>;

/** Where each of that life's requests stands. */
const places = told(sampleEvents).map(({ meta, revision }) => ({ id: requestKey(meta.actor, meta.request), day: '2026-01-01', stream: 's', revision }));

beforeAll(async () => {
  const model = await emptyModel(async () => new MemoryReadModel());
  await model.apply(writesOf(told(sampleEvents)));
  found = await documents(model);
});

it('accounts: who there is, and their sessions that live', () => {
  expect(found['accounts']).toMatchObject([{ id: accountId, name: 'Ayşe', email: 'ayse@example.com', isAdmin: true, isActive: true }]);
  expect(found['sessions']).toMatchObject([{ id: sessionId, accountId }]);
});

it('projects: as they were last described, reached and guarded; the key of a deleted one finds nothing', () => {
  expect(found['projects']).toMatchObject([{ id: projectId, name: 'Stoklar', description: 'depo', apiKeyPassword: 'q', isPublic: true, passwordHash: null, tableCount: 1, settings: { requireAuth: false } }]);
  expect(found['keys']).toMatchObject([{ id: 'hzm_k1', projectId }]);
});

it('tables: fields by id as they last were, and their order', () => {
  expect(found['tables']).toMatchObject([{ id: tableId, name: 'Ürünler', fields: { [first]: { name: 'ad' }, [second]: { name: 'tutar' } } }]);
  expect(Object.keys(found['tables']![0]!['fields'] as object)).toHaveLength(2);
});

it('rows: values by field id, a version for each change, alone or by the batch', () => {
  expect(found[`rows/${tableId}`]).toMatchObject([
    { id: a, version: 3, values: { [first]: 'Ihlamur', [second]: 12 } },
    { id: c, version: 2, values: { [first]: null } },
  ]);
  expect(found[`rows/${otherTable}`]).toEqual([]);
});

it('history: one entry for each event of a project, and one more for each row of a batch', () => {
  const entries = found['history']!;
  const ofProject = (sampleEvents as readonly DomainEvent<{ projectId?: string }>[]).filter(({ data }) => data.projectId === projectId);
  expect(entries.filter(entry => entry['projectId'] === projectId)).toHaveLength(ofProject.length);
  expect(entries.filter(entry => entry['partOf'] === projectId)).toHaveLength(5);
});

it('requests: where they stand, also when what they said is erased; none whose caller did not name it', () => {
  expect(found['requests']).toEqual(places.toSorted((x, y) => (x.id < y.id ? -1 : 1)));
  const [event] = told(sampleEvents) as [Event];
  expect(project(requests, { ...event, erased: true })).toMatchObject([{ op: 'put', doc: places[0] }]);
  const { mac: _, ...meta } = event.meta;
  expect(project(requests, { ...event, meta })).toEqual([]);
});

it('an erased event changes nothing but where its request stands', () => {
  for (const event of told(sampleEvents)) for (const projection of projections.filter(one => one !== requests)) expect(project(projection, { ...event, erased: true })).toEqual([]);
});
