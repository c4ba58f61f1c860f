import type { DomainEvent } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import { EndpointDefinition } from '@hzm/contracts/features/custom-endpoints/definition';
import {
  customEndpointAdded,
  customEndpointChanged,
  customEndpointPublished,
  customEndpointSwitchedOff,
} from '@hzm/contracts/features/custom-endpoints/events';
import {
  apiKeyAdded,
  apiKeyChanged,
  apiKeyRegenerated,
  apiKeysSuspended,
} from '@hzm/contracts/features/keys/events';
import type { KeyPermission } from '@hzm/contracts/features/keys/key';
import { memberJoined, projectHandedOver } from '@hzm/contracts/features/members/events';
import { projectSettingsChanged } from '@hzm/contracts/features/projects/events';
import { defaultSettings } from '@hzm/contracts/features/projects/project';
import { rowsAdded } from '@hzm/contracts/features/rows/events';
import { fieldAdded, tableCreated } from '@hzm/contracts/features/tables/events';
import type { Caller, Context, Engine } from '@hzm/services/core/engine';
import { Gate } from '@hzm/services/core/limits/gate';
import { wholeSource } from '@hzm/services/core/limits/source';
import { handlers as endpointHandlers } from '@hzm/services/domain/features/custom-endpoints/handlers';
import { handlers as keyHandlers } from '@hzm/services/domain/features/keys/handlers';
import { keys } from '@hzm/services/domain/features/keys/keys';
import { secrets } from '@hzm/services/domain/features/keys/secrets';
import { access } from '@hzm/services/domain/features/projects/access';
import { handlers as projectHandlers } from '@hzm/services/domain/features/projects/handlers';
import { exported } from '@hzm/services/domain/features/row-files/export';
import { LISTS } from '@hzm/services/domain/load-limits';
import { fieldShape } from '@hzm/services/domain/testing/field-shape';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { request } from '../engine/fixtures.ts';
import { appendFacts, handOverEngine, newAccount, newProject } from '../engine/hand-over-engine.ts';

const all: KeyPermission[] = ['read', 'write', 'delete', 'admin'];
const terms = { expiresAt: null, rateLimit: 1_000, isActive: true };
const handlers = [...keyHandlers, ...projectHandlers, ...endpointHandlers];
const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

const [ownerId, nextId, projectId, keyId] = [newId(), newId(), newId(), newId()];
const [tableId, fieldId, endpointId] = [newId(), newId(), newId()];
let engine: Engine;
/** The engine of another process, which does not wait for requests of this one. */
let beside: Engine;

const write = async (stream: string, ...facts: readonly DomainEvent[]): Promise<void> => {
  const { position } = await appendFacts(beside, ownerId, stream, facts);
  await engine.projector.waitForPosition(position);
};
const inProject = (...facts: readonly DomainEvent[]) => write(`project-${projectId}`, ...facts);
const keyWith = (permissions: readonly KeyPermission[]): Caller => ({
  actor: keyId,
  accountId: ownerId,
  isAdmin: false,
  sessionId: undefined,
  key: {
    id: keyId,
    projectId,
    scope: 'admin_project',
    permissions,
    complete: true,
    end: undefined,
    requestsPerMinute: 1_000,
  },
});
const owner = (): Caller => ({
  actor: ownerId,
  accountId: ownerId,
  isAdmin: false,
  sessionId: newId(),
  key: undefined,
});

/**
 * Asks for something, before whose append something else happens. Returns the code of its refusal.
 * @param becomes the caller by then
 */
async function outcome(
  caller: Caller,
  call: string,
  input: object,
  meanwhile: () => Promise<void>,
  becomes = caller,
): Promise<unknown> {
  let isFirst = true;
  const context: Partial<Context> = {
    engine,
    caller,
    source: wholeSource(newId()),
    request: request(newId(), { actor: caller.actor, repeatable: false }),
    authorizedStill: async () => {
      if (isFirst) await meanwhile();
      isFirst = false;
      return becomes;
    },
  };
  const { run } = handlers.find(one => one.call.name === call)!;
  return run(context as never, input as never).then(
    () => 'done',
    (error: unknown) => (error as { readonly code?: string }).code ?? error,
  );
}

const keysNow = async () => [
  ...(await engine.executor.load(`project-${projectId}`, keys)).values(),
];

beforeEach(async () => {
  const made = await handOverEngine(() => new Date());
  const other = await handOverEngine(() => new Date(), made.engine);
  [engine, beside] = [made.engine, other.engine];
  closing.push(other.close, made.close);
  await write(`account-${ownerId}`, newAccount(ownerId, 'Ada'));
  await write(`account-${nextId}`, newAccount(nextId, 'Can'));
  await write(`portfolio-${ownerId}`, newProject(ownerId, projectId));
  await inProject(
    memberJoined({
      projectId,
      invitationId: newId(),
      userId: nextId,
      role: 'manager',
      invitedBy: ownerId,
    }),
    apiKeyAdded({
      projectId,
      keyId,
      name: 'Anahtar',
      ...terms,
      permissions: all,
      scope: 'admin_project',
      apiKey: `hzm_${keyId}`,
    }),
  );
});

describe('a key that is narrowed while its request waits', () => {
  const narrow = () =>
    inProject(
      apiKeyChanged({
        projectId,
        keyId,
        name: 'Anahtar',
        ...terms,
        permissions: ['read', 'admin'],
        rateLimit: 10,
      }),
    );
  const then = () => keyWith(['read', 'admin']);

  it('gives no key what it has no more', async () => {
    const body = { name: 'Yedek', scope: 'admin_project', ...terms, permissions: all };
    const input = { params: { projectId }, body };
    expect(await outcome(keyWith(all), 'add-api-key', input, narrow, then())).toBe('KEY_SCOPE');
    expect(await keysNow()).toHaveLength(1);
  });

  it('takes back nothing of it', async () => {
    const input = { params: { keyId }, body: { name: 'Yeni', permissions: all } };
    expect(await outcome(keyWith(all), 'change-api-key', input, narrow, then())).toBe('KEY_SCOPE');
    expect(await keysNow()).toMatchObject([{ permissions: ['read', 'admin'], rateLimit: 10 }]);
  });

  it('is not regenerated by a text that was replaced meanwhile, but is valid for a while', async () => {
    const input = { params: { keyId }, body: { overlapHours: 1 } };
    const former = { apiKey: `hzm_${keyId}`, until: '2100-01-01T00:00:00.000Z' };
    const regenerate = () =>
      inProject(
        apiKeyRegenerated({ projectId, keyId, name: 'Anahtar', apiKey: 'hzm_yeni', former }),
      );
    const { key, ...caller } = keyWith(all);
    const formerly: Caller = { ...caller, key: { ...key!, isFormer: true } };
    const asked = outcome(keyWith(all), 'regenerate-api-key', input, regenerate, formerly);
    expect(await asked).toBe('KEY_SCOPE');
    const [, texts] = await engine.executor.load(`project-${projectId}`, secrets);
    expect(texts.get(keyId)?.apiKey).toBe('hzm_yeni');
  });

  it('loosens no settings that were tightened meanwhile', async () => {
    const settings = { ...defaultSettings, requireAuth: false, maxRequestsPerMinute: 900 };
    await inProject(projectSettingsChanged({ projectId, settings, isPublic: false }));
    const tight = { ...settings, requireAuth: true, maxRequestsPerMinute: 10 };
    const loose = { timeZone: 'UTC', requireAuth: false, maxRequestsPerMinute: 900 };
    const tighten = () =>
      inProject(projectSettingsChanged({ projectId, settings: tight, isPublic: false }));
    const input = { params: { projectId }, body: { settings: loose } };
    expect(await outcome(keyWith(all), 'change-project', input, tighten)).toBe('KEY_SCOPE');
    const now = await engine.executor.load(`project-${projectId}`, access);
    expect(now.settings).toMatchObject(tight);
  });
});

describe('an owner who hands a project over while their requests wait', () => {
  const handOver = () =>
    inProject(
      projectHandedOver({ projectId, handOverId: newId(), fromId: ownerId, ownerId: nextId }),
      apiKeysSuspended({ projectId, ownerId: nextId, keyIds: [keyId], names: ['Anahtar'] }),
    );

  it('leaves no key that may more than a manager', async () => {
    const body = { name: 'Yedek', scope: 'admin_project', ...terms, permissions: all };
    const input = { params: { projectId }, body };
    expect(await outcome(owner(), 'add-api-key', input, handOver)).toBe('FORBIDDEN');
    expect(await keysNow()).toHaveLength(1);
  });

  it('switches on none that the hand-over switched off', async () => {
    const input = { params: { keyId }, body: { name: 'Benim', isActive: true } };
    expect(await outcome(owner(), 'change-api-key', input, handOver)).toBe('FORBIDDEN');
    expect(await keysNow()).toMatchObject([{ isActive: false, isSuspended: true }]);
  });
});

describe('a key that may not read, and an endpoint that becomes another one meanwhile', () => {
  const writer = () => keyWith(['write', 'admin']);
  const field = () => ({ field: fieldId, name: 'ad' });
  const reading = () =>
    EndpointDefinition.parse({
      method: 'GET',
      path: 'oku',
      caller: 'public',
      action: { kind: 'rows', tableId, fields: [field()] },
    });
  const writing = () =>
    EndpointDefinition.parse({
      method: 'POST',
      path: 'yaz',
      caller: 'identity',
      action: {
        kind: 'insert',
        tableId,
        values: [{ field: fieldId, value: { constant: 'Çay' } }],
        fields: [field()],
      },
    });
  const inEndpoints = (...facts: readonly DomainEvent[]) =>
    write(`custom-endpoints-${projectId}`, ...facts);
  const published = (definition: EndpointDefinition, version: number) =>
    customEndpointPublished({
      projectId,
      endpointId,
      name: 'Uç',
      version,
      definition,
      from: version === 1 ? null : version - 1,
      until: null,
    });

  beforeEach(async () => {
    await write(
      `schema-${projectId}`,
      tableCreated({ projectId, tableId, name: 'Ürünler' }),
      fieldAdded({ projectId, tableId, fieldId, field: fieldShape() }),
    );
    const definition = writing();
    await inEndpoints(
      customEndpointAdded({ projectId, endpointId, requestId: null, name: 'Uç', definition }),
    );
  });

  it('is not published by it', async () => {
    const input = { params: { endpointId }, body: { keepDays: 0 } };
    const change = () =>
      inEndpoints(
        customEndpointChanged({ projectId, endpointId, name: 'Uç', definition: reading() }),
      );
    expect(await outcome(writer(), 'publish-custom-endpoint', input, change)).toBe('KEY_SCOPE');
  });

  it('is not switched on by it', async () => {
    await inEndpoints(
      published(writing(), 1),
      customEndpointSwitchedOff({ projectId, endpointId, name: 'Uç' }),
    );
    const on = { params: { endpointId }, body: { isOn: true } };
    const publish = () => inEndpoints(published(reading(), 2));
    expect(await outcome(writer(), 'switch-custom-endpoint', on, publish)).toBe('KEY_SCOPE');
  });
});

it('an export ends when its key is shown fewer fields than it writes', async () => {
  await write(
    `schema-${projectId}`,
    tableCreated({ projectId, tableId, name: 'Ürünler' }),
    fieldAdded({ projectId, tableId, fieldId, field: fieldShape({ isHidden: true }) }),
  );
  const rows = Array.from({ length: 600 }, (_, i) => ({
    id: newId(),
    values: { [fieldId]: `gizli ${i}` },
  }));
  await write(`rows-${tableId}`, rowsAdded({ projectId, tableId, rows }));
  let caller = keyWith(all);
  const context: Partial<Context> = {
    engine: Object.assign(engine, { lists: new Gate(LISTS) }),
    caller,
    source: wholeSource(ownerId),
    language: 'en',
    authorizedStill: async () => caller,
  };
  const asked = { params: { tableId }, query: { format: 'csv', order: 'asc' }, body: {} };
  const { chunks } = await exported(context as never, asked as never);
  const read = chunks[Symbol.asyncIterator]();
  await read.next();
  expect(`${(await read.next()).value}`).toContain('gizli 0');
  caller = keyWith(['read']);
  await expect(read.next()).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
