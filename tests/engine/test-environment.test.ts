import type { DomainEvent } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import { fieldAdded, tableCreated } from '@hzm/contracts/features/tables/events';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { testEnvironmentIdAfter } from '@hzm/services/core/commands/mirror-id';
import type { Context, Engine } from '@hzm/services/core/engine';
import { wholeSource } from '@hzm/services/core/limits/source';
import { slice } from '@hzm/services/core/ports/slices';
import { projectDoc } from '@hzm/services/domain/access/project';
import { makeTestEnvironment } from '@hzm/services/domain/features/projects/create-test-environment';
import { dropProject } from '@hzm/services/domain/features/projects/delete';
import { schema } from '@hzm/services/domain/features/tables/schema';
import { mirrored } from '@hzm/services/domain/features/tables/schema-changes';
import { fieldShape } from '@hzm/services/domain/testing/field-shape';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appendFacts, handOverEngine, newProject } from './hand-over-engine.ts';
import { someRequest } from './processes.ts';

const field = fieldShape();
let engine: Engine;
let close: () => Promise<void>;
let [owner, projectId, tableId] = ['', '', ''];

const request = () => someRequest({ actor: owner });
const append = async (stream: string, facts: readonly DomainEvent[]): Promise<void> => {
  const { position } = await appendFacts(engine, owner, stream, facts);
  await engine.projector.waitForPosition(position);
};
const addFields = (count: number, description = '') =>
  append(
    `schema-${projectId}`,
    Array.from({ length: count }, (_, i) =>
      fieldAdded({
        projectId,
        tableId,
        fieldId: newId(),
        field: { ...field, name: `alan ${i}`, description },
      }),
    ),
  );

beforeEach(async () => {
  const made = await handOverEngine(() => new Date());
  close = made.close;
  engine = {
    ...made.engine,
    usage: { forget: async () => undefined } as unknown as Engine['usage'],
  };
  [owner, projectId, tableId] = [newId(), newId(), newId()];
  await append(`portfolio-${owner}`, [newProject(owner, projectId)]);
  await append(`schema-${projectId}`, [tableCreated({ projectId, tableId, name: 'Ürünler' })]);
  await addFields(3);
});
afterEach(() => close());

const make = async (of = engine) =>
  makeTestEnvironment(
    {
      engine: of,
      caller: {
        actor: owner,
        accountId: owner,
        isAdmin: false,
        sessionId: undefined,
        key: undefined,
      },
      source: wholeSource(owner),
      request: request(),
      language: 'tr',
      expected: undefined,
      agent: '',
      isLocal: false,
      meter: async () => undefined,
      limit: async () => undefined,
      pause: slice,
      passwords: {
        hash: async () => '',
        verify: async () => true,
        check: async () => true,
        signedIn: () => undefined,
      },
    } satisfies Context,
    await projectDoc(engine, projectId),
  );

/** The engine of a process to which something happens right before it writes for the nth time. */
function interrupted(before: number, happens: () => Promise<unknown>): Engine {
  let left = before;
  const { executor } = engine;
  const writing = async <T>(write: () => Promise<T>): Promise<T> => {
    if (left-- === 0) await happens();
    return write();
  };
  const known = {
    load: executor.load.bind(executor),
    look: executor.look.bind(executor),
    encode: executor.encode.bind(executor),
    repeats: executor.repeats,
  };
  const execute = (...step: Parameters<typeof executor.execute>) =>
    writing(() => executor.execute(...step));
  const append = (...step: Parameters<typeof executor.append>) =>
    writing(() => executor.append(...step));
  return { ...engine, executor: { ...known, execute, append } as unknown as typeof executor };
}
const died = async (): Promise<never> => {
  throw new Error('the process died');
};
const settled = async () => engine.projector.waitForPosition(await engine.store.head());
const tablesOf = async (id: string) => {
  await settled();
  return (
    await engine.model.find({
      collection: tableDocs,
      where: [{ path: 'projectId', op: 'eq', value: id }],
      limit: 10,
    })
  ).docs;
};
const expectCopied = async (testId: string): Promise<void> => {
  const [live, test] = await Promise.all(
    [projectId, testId].map(id => engine.executor.load(`schema-${id}`, schema)),
  );
  expect([...test!].map(([id, table]) => [id, table.name, [...table.fields]])).toEqual(
    [...mirrored(live!, testId)].map(([id, table]) => [id, table.name, [...table.fields]]),
  );
};

describe('the creation of a test environment', () => {
  it('that ended in the middle is gone on with by the next one, with the schema as it is by then', async () => {
    const testId = testEnvironmentIdAfter(projectId);
    await addFields(5, 'çok uzun '.repeat(20_000));
    // Before the second part of the copy; then before the project, with the rest copied; then once
    // more.
    for (const step of [1, 1, 0]) {
      await expect(make(interrupted(step, died))).rejects.toThrow('the process died');
      await settled();
      expect(await engine.model.get(projectDocs, testId)).toBeUndefined();
      expect((await engine.model.get(projectDocs, projectId))!.testEnvironmentId).toBeNull();
    }
    await addFields(2);
    const { project } = await make();
    expect(project).toMatchObject({ id: testId, tableCount: 1, parentProjectId: projectId });
    await expectCopied(testId);
  });

  it('takes as many appends as its schema needs', async () => {
    for (let i = 0; i < 2; i++) await addFields(90);
    await addFields(10, 'çok uzun '.repeat(20_000));
    const { project } = await make();
    await expectCopied(project.id);
    expect(await engine.store.readStream(`schema-${project.id}`)).toHaveLength(194);
  });

  it('changes nothing that people have changed since another one made it', async () => {
    let testId = '';
    const racing = make(
      interrupted(0, async () => {
        testId = (await make()).project.id;
        await append(`schema-${testId}`, [
          tableCreated({ projectId: testId, tableId: newId(), name: 'Deneme' }),
        ]);
      }),
    );
    await expect(racing).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await tablesOf(testId)).map(({ name }) => name).toSorted()).toEqual([
      'Deneme',
      'Ürünler',
    ]);
  });

  it('leaves nothing behind when its project is deleted meanwhile, or later', async () => {
    const testId = testEnvironmentIdAfter(projectId);
    await expect(
      make(interrupted(0, () => dropProject(engine, request(), { projectId, ownerId: owner }))),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await tablesOf(testId)).toEqual([]);
    expect(
      (await engine.store.readStream(`portfolio-${owner}`)).filter(
        ({ type, data }) => type === 'project-deleted' && data['projectId'] === testId,
      ),
    ).toHaveLength(1);
  });

  it('that was never finished goes with its project', async () => {
    const testId = testEnvironmentIdAfter(projectId);
    await expect(make(interrupted(1, died))).rejects.toThrow('the process died');
    expect(await tablesOf(testId)).toHaveLength(1);
    await dropProject(engine, request(), { projectId, ownerId: owner });
    expect(await tablesOf(testId)).toEqual([]);
    expect(
      (await engine.store.readStream(`portfolio-${owner}`))
        .filter(({ type }) => type === 'project-deleted')
        .map(({ data }) => data['projectId']),
    ).toEqual([testId, projectId]);
  });
});
