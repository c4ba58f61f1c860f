import type { Event, DomainEvent } from '@hzm/contracts/core/event';
import { START } from '@hzm/contracts/core/position';
import { requestKey } from '@hzm/contracts/core/request';
import * as account from '@hzm/contracts/features/accounts/events';
import * as key from '@hzm/contracts/features/keys/events';
import * as members from '@hzm/contracts/features/members/events';
import * as pricing from '@hzm/contracts/features/pricing/events';
import * as project from '@hzm/contracts/features/projects/events';
import { defaultSettings } from '@hzm/contracts/features/projects/project';
import * as row from '@hzm/contracts/features/rows/events';
import * as table from '@hzm/contracts/features/tables/events';
import * as transfer from '@hzm/contracts/features/transfers/events';
import * as widget from '@hzm/contracts/features/widgets/events';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { requests } from '@hzm/projections/core/requests';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import type { StorageDoc } from '@hzm/projections/features/storage/storage';
import { projections } from '@hzm/projections/registry';
import { beforeAll, expect, it } from 'vitest';
import { documents, emptyModel, writesOf } from './documents.ts';
import { ids, sampleEvents, told, transferred, transferredWidgets } from './sample-events.ts';

const {
  accountId,
  sessionId,
  reusedSession,
  projectId,
  tableId,
  otherTable,
  first,
  second,
  third,
  a,
  b,
  c,
  extraKey,
  testProject,
  transferId,
  guestId,
  openInvitation,
} = ids;
let found: Awaited<ReturnType<typeof documents>>;

/** The state of each of that life's requests. */
const places = told(sampleEvents).map(({ meta, revision }) => ({
  id: requestKey(meta.actor, meta.request),
  day: '2026-01-01',
  stream: 's',
  revision,
}));

beforeAll(async () => {
  const model = await emptyModel(async () => new MemoryReadModel());
  await model.apply(writesOf(told(sampleEvents)));
  found = await documents(model);
});

/** Returns what the n-th event of a type, from 0, gives its documents. */
function of({ type }: { readonly type: string }, nth = 0) {
  const {
    position,
    revision,
    meta: { at },
  } = told(sampleEvents).filter(event => event.type === type)[nth]!;
  return { position, revision, at };
}

it('accounts: who exists, and which sessions are open', () => {
  const { at } = of(account.accountRegistered);
  expect(found['accounts']).toEqual([
    {
      id: accountId,
      name: 'Ayşe Ak',
      email: 'ak@example.com',
      passwordHash: 'h3',
      provenEmail: 'ay@example.com',
      planName: null,
      isAdmin: true,
      isActive: true,
      sessionsFrom: of(account.passwordChanged).position,
      keptSession: sessionId,
      subscriptionType: 'premium',
      maxProjects: 100,
      maxTables: 7,
      maxStorage: 1073741824,
      createdAt: at,
    },
  ]);
  expect(found['sessions']).toEqual([
    {
      id: sessionId,
      accountId,
      openedAt: of(account.sessionOpened).at,
      device: 'Firefox',
      position: of(account.sessionOpened).position,
      generation: 1,
      renewedAt: of(account.sessionRenewed).at,
    },
  ]);
  expect(found['reused-sessions']).toEqual([
    {
      id: reusedSession,
      accountId,
      createdAt: '2026-01-01T00:00:00.000Z',
      endedAt: of(account.sessionReused).at,
      device: 'Firefox',
      day: of(account.sessionReused).at.slice(0, 10),
    },
  ]);
});

it('administration: everybody, and every project with its tables, as they are searched and sorted', () => {
  expect(found['people/everybody']).toEqual([
    {
      id: accountId,
      maxProjects: 100,
      maxTables: 7,
      maxStorage: 1073741824,
      position: of(pricing.accountUnsubscribed).position,
      columns: {
        name: 'Ayşe Ak',
        email: 'ak@example.com',
        text: 'Ayşe Ak\nak@example.com',
        isAdmin: true,
        isActive: true,
        subscriptionType: 'premium',
        planName: null,
        createdAt: of(account.accountRegistered).at,
      },
    },
  ]);
  expect(found['listed-projects/everybody']).toEqual([
    {
      id: projectId,
      columns: { name: 'Stoklar', ownerId: accountId, createdAt: of(project.projectCreated).at },
      changedAt: of(table.tableDeleted, 1).at,
    },
  ]);
});

it('projects: as they were last described, reached and guarded', () => {
  expect(found['projects']).toEqual([
    {
      id: projectId,
      binnedAt: null,
      binnedBy: null,
      binnedUntil: null,
      ownerId: accountId,
      ownerSince: of(project.projectCreated).position,
      name: 'Stoklar',
      description: 'depo',
      apiKey: 'hzm_k6',
      apiKeyPassword: 'q',
      keyType: 'project',
      settings: { ...defaultSettings, requireAuth: false },
      isPublic: true,
      publicSince: of(project.projectSettingsChanged).position,
      passwordHash: null,
      tableCount: 1,
      widgetCount: 1,
      parentProjectId: null,
      testEnvironmentId: null,
      createdAt: of(project.projectCreated).at,
      updatedAt: of(project.protectionDisabled).at,
      position: of(widget.widgetRemoved).position,
    },
  ]);
});

it('keys: as they were last changed, each found by its last text; of a deleted project none', () => {
  const [created, added, changed] = [
    of(project.projectCreated),
    of(key.apiKeyAdded),
    of(key.apiKeyChanged),
  ];
  const [again, mainAgain] = [of(key.apiKeyRegenerated), of(key.apiKeyRegenerated, 1)];
  const ended = of(key.formerApiKeyEnded);
  expect(found['api-keys']).toEqual([
    {
      id: projectId,
      projectId,
      name: 'main',
      apiKey: 'hzm_k6',
      former: { since: mainAgain.at, until: '2027-01-01T00:00:00.000Z' },
      isMain: true,
      isSuspended: false,
      scope: 'project',
      permissions: ['read', 'write', 'delete', 'admin'],
      expiresAt: null,
      rateLimit: 1000,
      isActive: true,
      createdAt: created.at,
      updatedAt: mainAgain.at,
      position: mainAgain.position,
    },
    {
      id: extraKey,
      projectId,
      name: 'Mobil',
      apiKey: 'hzm_k5',
      former: null,
      isMain: false,
      isSuspended: false,
      scope: 'project',
      permissions: ['read', 'write'],
      expiresAt: '2027-01-01T00:00:00.000Z',
      rateLimit: 60,
      isActive: false,
      createdAt: added.at,
      updatedAt: ended.at,
      position: ended.position,
    },
  ]);
  expect(changed.position < again.position).toBe(true);
  expect(found['key-texts']).toEqual([
    {
      id: 'hzm_k',
      keyId: projectId,
      kind: 'former',
      until: '2027-01-01T00:00:00.000Z',
      projectId,
    },
    { id: 'hzm_k5', keyId: extraKey, kind: 'current', until: null, projectId },
    { id: 'hzm_k6', keyId: projectId, kind: 'current', until: null, projectId },
  ]);
  expect(found['key-names']).toEqual(
    expect.arrayContaining([
      { id: projectId, projectId, name: 'main' },
      { id: extraKey, projectId, name: 'Mobil' },
      expect.objectContaining({ projectId, name: 'Eski' }),
    ]),
  );
});

it('members: who is in which project, and the invitations that are open or were used', () => {
  const at = {
    handedOver: of(members.projectHandedOver).at,
    created: of(project.projectCreated).at,
    joined: of(members.memberJoined).at,
  };
  expect(
    found['memberships']!.map(({ projectId, userId, role, since, roleSince }) => [
      projectId,
      userId,
      role,
      since,
      roleSince,
    ]),
  ).toEqual([
    [projectId, accountId, 'owner', at.created, START],
    [projectId, guestId, 'auditor', at.joined, of(members.memberRoleChanged).position],
  ]);
  const [used, open] = ['can@example.com', 'ece@example.com'].map(email =>
    found['invitations']!.find(one => one['email'] === email),
  );
  expect(used).toMatchObject({ email: 'can@example.com', acceptedBy: guestId });
  expect(open).toEqual({
    id: openInvitation,
    projectId,
    email: 'ece@example.com',
    role: 'editor',
    tokenHash: 'h',
    invitedBy: accountId,
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2026-01-08T00:00:00.000Z',
    day: expect.any(String) as unknown,
    acceptedBy: null,
  });
});

it('tables: fields by id as they last were, and their order', () => {
  const field = { required: false, description: '', validation: {}, isHidden: false };
  expect(found['tables']).toEqual([
    {
      id: tableId,
      projectId,
      name: 'Ürünler',
      order: [second, first, third],
      createdAt: of(table.tableCreated, 1).at,
      updatedAt: of(table.fieldChanged, 1).at,
      position: of(table.fieldChanged, 1).position,
      fields: {
        [first]: {
          ...field,
          id: first,
          name: 'ad',
          type: 'string',
          position: of(table.fieldAdded).position,
        },
        [second]: {
          ...field,
          id: second,
          name: 'tutar',
          type: 'string',
          position: of(table.fieldChanged, 1).position,
        },
      },
    },
  ]);
});

it('conversions: the fields of which rows wait', () => {
  expect(found['conversions']).toEqual([
    {
      id: second,
      projectId,
      tableId,
      change: of(table.fieldChanged, 1).position,
      form: 'text',
      reading: { language: 'tr', timeZone: 'UTC', currency: 'TRY', unit: 'kg' },
    },
  ]);
});

it('transfers: a receipt each, and that it was undone', () => {
  const [done, undone] = [of(transfer.tablesTransferred), of(transfer.transferUndone)];
  expect(found['transfers']).toEqual([
    {
      id: transferId,
      projectId,
      testProjectId: testProject,
      position: done.position,
      at: done.at,
      by: accountId,
      events: 2,
      tables: transferred,
      widgets: transferredWidgets,
      undoneAt: undone.at,
      undoneBy: accountId,
    },
  ]);
});

it("rows: values by field id, a version for each change, alone or by the batch, and how far the row's own stream is", () => {
  const [added, changed, restored] = [of(row.rowAdded), of(row.rowsChanged), of(row.rowsRestored)];
  expect(found[`rows/${tableId}`]).toEqual([
    {
      id: a,
      tableId,
      created_at: added.at,
      updated_at: changed.at,
      created_by: accountId,
      updated_by: accountId,
      version: 3,
      position: changed.position,
      values: { [first]: 'Ihlamur', [second]: '12', [third]: 1 },
      was: { [`values.${second}`]: 12 },
      revision: 2,
    },
    {
      id: b,
      tableId,
      created_at: '2026-01-01T00:00:23.000Z',
      updated_at: restored.at,
      created_by: accountId,
      updated_by: accountId,
      version: 8,
      position: restored.position,
      values: { [first]: 'Geri' },
      revision: 4,
    },
    {
      id: c,
      tableId,
      created_at: '2025-01-01T00:00:00.000Z',
      updated_at: changed.at,
      created_by: accountId,
      updated_by: accountId,
      version: 2,
      position: changed.position,
      values: { [first]: null },
      revision: 0,
    },
  ]);
  expect(found[`rows/${otherTable}`]).toEqual([]);
});

it('storage: the events of a project and the rows of its tables, in number and bytes', () => {
  const ofTable = found['storage']!.find(({ id }) => id === tableId);
  // The samples restore `b` once while it is there.
  expect(ofTable).toMatchObject({ projectId, rows: 4, historyBytes: 0 });
  const alone =
    (sampleEvents as readonly DomainEvent<{ projectId?: string }>[]).filter(
      ({ data }) => data.projectId === projectId,
    ).length * 100;
  const ofProject = found['storage']!.find(({ id }) => id === projectId) as StorageDoc | undefined;
  // A batch holds the rows that are there: 120 bytes for each.
  expect(ofProject!.historyBytes - alone).toBeGreaterThan(0);
  expect((ofProject!.historyBytes - alone) % 120).toBe(0);
  expect(found['storage']!.map(({ id }) => id)).not.toContain(otherTable);
});

it('history: one entry for each event of a project, and one more for each row of a batch', () => {
  const entries = found['history']!;
  const ofProject = (sampleEvents as readonly DomainEvent<{ projectId?: string }>[]).filter(
    ({ type, data }) =>
      data.projectId === projectId &&
      type !== row.batchAbandoned.type &&
      type !== table.numbersTaken.type,
  );
  expect(entries.filter(entry => entry['projectId'] === projectId)).toHaveLength(ofProject.length);
  expect(entries.filter(entry => entry['partOf'] === projectId)).toHaveLength(7);
  const [alone, together] = [of(row.rowAdded), of(row.rowsAdded)];
  expect(entries.filter(({ id }) => id.startsWith(alone.position))).toEqual([
    {
      id: alone.position,
      position: alone.position,
      stream: 's',
      revision: alone.revision,
      type: 'row-added',
      actor: accountId,
      projectId,
      tableId,
      rowId: a,
    },
  ]);
  const batch = {
    position: together.position,
    stream: 's',
    revision: together.revision,
    type: 'rows-added',
    actor: accountId,
  };
  expect(entries.filter(({ id }) => id.startsWith(together.position))).toEqual([
    { id: together.position, ...batch, projectId, tableId },
    ...[b, c].map(rowId => ({
      id: `${together.position}-${rowId}`,
      ...batch,
      partOf: projectId,
      rowId,
    })),
  ]);
});

it('rows: a field that is removed leaves no form of its values', async () => {
  const ofField = { projectId, tableId, fieldId: third };
  const added = told(sampleEvents).find(({ type }) => type === table.fieldAdded.type)!;
  const field = { ...(added.data['field'] as table.FieldShape), type: 'duration' as const };
  const put = (rowId: string) =>
    row.rowAdded({ projectId, tableId, rowId, values: { [third]: 'PT1H' } });
  const model = await emptyModel(async () => new MemoryReadModel());
  await model.apply(
    writesOf(
      told([table.fieldAdded({ ...ofField, field }), put(a), table.fieldRemoved(ofField), put(b)]),
    ),
  );
  const values = await Promise.all(
    [a, b].map(async id => (await model.get(rowDocs, id, tableId))!.values[third]),
  );
  expect(values).toEqual([3_600, 'PT1H']);
  await model.close();
});

it('requests: where they stand, also when what they said is erased; none whose caller did not name it', () => {
  expect(found['requests']).toEqual(places.toSorted((x, y) => (x.id < y.id ? -1 : 1)));
  const [event] = told(sampleEvents) as [Event];
  expect(requests.changesOf({ ...event, erased: true })).toMatchObject([
    { op: 'put', doc: places[0] },
  ]);
  const { mac: _, ...meta } = event.meta;
  expect(requests.changesOf({ ...event, meta })).toEqual([]);
});

it('an erased event changes nothing but where its request stands', () => {
  for (const event of told(sampleEvents))
    for (const projection of projections.filter(one => one !== requests))
      expect(projection.changesOf({ ...event, erased: true })).toEqual([]);
});
