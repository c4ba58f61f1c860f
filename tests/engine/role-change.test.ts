import type { DomainEvent } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import { apiKeyRegenerated } from '@hzm/contracts/features/keys/events';
import { memberJoined, memberRoleChanged } from '@hzm/contracts/features/members/events';
import type { Renewal } from '@hzm/contracts/features/members/member';
import {
  projectCreated,
  projectSettingsChanged,
  testEnvironmentCreated,
} from '@hzm/contracts/features/projects/events';
import { defaultSettings } from '@hzm/contracts/features/projects/project';
import { webhookSecretRenewed } from '@hzm/contracts/features/webhooks/events';
import { keyDocs } from '@hzm/projections/features/keys/keys';
import type { Engine } from '@hzm/services/core/engine';
import { projectDoc } from '@hzm/services/domain/access/project';
import { people, removeMember } from '@hzm/services/domain/features/members/people';
import { executeRoleChange, finishRoleChange } from '@hzm/services/domain/features/members/renewal';
import { hook, hookStream } from '@hzm/services/domain/features/webhooks/webhook';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { appendFacts, handOverEngine, newAccount } from './hand-over-engine.ts';

let engine: Engine;
let close: () => Promise<void>;
let [owner, person, projectId, testId] = ['', '', '', ''];

const append = async (stream: string, ...facts: readonly DomainEvent[]): Promise<void> => {
  const { position } = await appendFacts(engine, owner, stream, facts);
  await engine.projector.waitForPosition(position);
};

beforeEach(async () => {
  ({ engine, close } = await handOverEngine(() => new Date()));
  [owner, person, projectId, testId] = [newId(), newId(), newId(), newId()];
  const created = {
    ownerId: owner,
    description: '',
    apiKeyPassword: 'p',
    keyType: 'project',
    tableCount: 0,
    widgetCount: 0,
  } as const;
  await append(`account-${owner}`, newAccount(owner, 'ada'));
  await append(
    `portfolio-${owner}`,
    projectCreated({ ...created, projectId, name: 'Stok', apiKey: 'k', parentProjectId: null }),
    projectCreated({
      ...created,
      projectId: testId,
      name: 'Stok (test)',
      apiKey: 't',
      parentProjectId: projectId,
    }),
    testEnvironmentCreated({ projectId, testEnvironmentId: testId }),
  );
  await append(
    `project-${projectId}`,
    memberJoined({
      projectId,
      invitationId: newId(),
      userId: person,
      role: 'manager',
      invitedBy: owner,
    }),
  );
});
afterEach(() => close());

const asked = () => ({ actor: owner, id: newId(), repeatable: true, digest: 'd' });
const remove = async (
  request: ReturnType<typeof asked>,
  of = engine,
  renewal: Renewal = 'password',
): Promise<unknown> => {
  const by = { projectId, ownerId: owner, actor: owner, isAdmin: false };
  const change = { userId: person, decide: removeMember(by, person) };
  return executeRoleChange(
    { engine: of, request },
    await projectDoc(engine, projectId),
    by,
    change,
    renewal,
  );
};
const isIn = async (): Promise<boolean> =>
  (await engine.executor.load(`project-${projectId}`, people)).members.has(person);
const passwordOf = async (id: string): Promise<string> => {
  await engine.projector.waitForPosition(await engine.store.head());
  return (await projectDoc(engine, id)).apiKeyPassword;
};
/** An engine before whose nth execution something else happens. */
function interrupted(nth: number, happens: () => Promise<void>): Engine {
  let left = nth;
  const { executor } = engine;
  const execute = async (...step: Parameters<typeof executor.execute>) => {
    if (--left === 0) await happens();
    return executor.execute(...step);
  };
  return {
    ...engine,
    executor: { execute, load: executor.load.bind(executor) } as unknown as typeof executor,
  };
}
const dying = interrupted.bind(undefined, 2, () => Promise.reject(new Error('the process died')));

it('renews the test environment when the person is out, and whoever asks again does what is left of it, once', async () => {
  for (const again of [
    (request: ReturnType<typeof asked>) => remove(request),
    (request: ReturnType<typeof asked>) =>
      finishRoleChange({ engine, request }, projectId, 'password'),
  ]) {
    const request = asked();
    const [live, test] = [await passwordOf(projectId), await passwordOf(testId)];
    await expect(remove(request, dying())).rejects.toThrow('the process died');
    expect([
      await isIn(),
      (await passwordOf(projectId)) === live,
      (await passwordOf(testId)) === test,
    ]).toEqual([false, false, true]);
    // Somebody changes the project meanwhile.
    await append(
      `project-${projectId}`,
      memberJoined({
        projectId,
        invitationId: newId(),
        userId: person,
        role: 'manager',
        invitedBy: owner,
      }),
    );
    await again(request);
    const renewed = await passwordOf(testId);
    expect(renewed).not.toBe(test);
    await again(request);
    expect(await passwordOf(testId)).toBe(renewed);
  }
});

it('renews the test environment, too, where the person became a manager while the change was on its way', async () => {
  await append(
    `project-${projectId}`,
    memberRoleChanged({ projectId, userId: person, role: 'viewer' }),
  );
  const test = await passwordOf(testId);
  await remove(
    asked(),
    interrupted(1, () =>
      append(
        `project-${projectId}`,
        memberRoleChanged({ projectId, userId: person, role: 'manager' }),
      ),
    ),
  );
  expect(await passwordOf(testId)).not.toBe(test);
});

it('ends former keys of the project and its test environment, even where nothing is renewed', async () => {
  const [until, passwords] = [
    new Date(Date.now() + 3_600_000).toISOString(),
    await Promise.all([projectId, testId].map(passwordOf)),
  ];
  for (const id of [projectId, testId])
    await append(
      `project-${id}`,
      apiKeyRegenerated({
        projectId: id,
        keyId: id,
        name: 'main',
        apiKey: `new of ${id}`,
        former: { apiKey: `old of ${id}`, until },
      }),
    );
  const formers = async () => {
    await engine.projector.waitForPosition(await engine.store.head());
    const docs = await Promise.all([projectId, testId].map(id => engine.model.get(keyDocs, id)));
    return docs.map(doc => doc?.former?.until ?? null);
  };
  expect(await formers()).toEqual([until, until]);
  await remove(asked(), engine, 'nothing');
  expect(await formers()).toEqual([null, null]);
  expect(await Promise.all([projectId, testId].map(passwordOf))).toEqual(passwords);
});

it('renews the secret of the webhook before a closed account is out, because nobody asks again', async () => {
  await append(
    `project-${projectId}`,
    projectSettingsChanged({
      projectId,
      settings: { ...defaultSettings, webhookUrl: 'https://a.example', enableWebhooks: true },
      isPublic: false,
    }),
  );
  await append(
    hookStream(projectId),
    webhookSecretRenewed({ projectId, secret: 'known', former: null }),
  );
  const secret = async () => (await engine.executor.load(hookStream(projectId), hook)).secret;
  const by = { projectId, ownerId: owner, actor: owner, isAdmin: false };
  const change = { userId: person, isClosed: true as const, decide: removeMember(by, person) };
  const project = await projectDoc(engine, projectId);
  const close = (of: Engine) =>
    executeRoleChange(
      { engine: of, request: { ...asked(), repeatable: false } },
      project,
      by,
      change,
      'password',
    );
  await expect(
    close(interrupted(3, () => Promise.reject(new Error('the process died')))),
  ).rejects.toThrow('the process died');
  expect([await isIn(), (await secret()) === 'known']).toEqual([true, false]);
  await close(engine);
  expect(await isIn()).toBe(false);
});
