import { newId } from '@hzm/contracts/core/ids';
import { attachmentAdded } from '@hzm/contracts/features/attachments/events';
import {
  projectDescribed,
  projectSettingsChanged,
  testEnvironmentCreated,
} from '@hzm/contracts/features/projects/events';
import { defaultSettings } from '@hzm/contracts/features/projects/project';
import {
  binnedProjectDocs,
  projectDocs,
  type ProjectDoc,
} from '@hzm/projections/features/projects/projects';
import type { Context, Engine } from '@hzm/services/core/engine';
import { ShownDocuments } from '@hzm/services/core/read-model/shown-documents';
import { bringBack, moveToBin } from '@hzm/services/domain/features/projects/bin';
import { deleteAsked } from '@hzm/services/domain/features/projects/delete-asked';
import { emptyProjectBins } from '@hzm/services/domain/features/projects/empty-project-bins';
import { isDeletedFull } from '@hzm/services/domain/features/storage/usage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appendFacts, handOverEngine, newAccount, newProject } from './hand-over-engine.ts';
import { someRequest } from './processes.ts';

const DAY_MS = 86_400_000;
let clock = new Date();
let engine: Engine;
let close: () => Promise<void>;
let [owner, projectId, testId] = ['', '', ''];

const request = () => someRequest({ actor: owner });
const current = async (): Promise<ProjectDoc | undefined> => {
  await engine.projector.waitForPosition(await engine.store.head());
  return engine.model.get(projectDocs, projectId);
};
const bin = async () => moveToBin({ engine, request: request() }, (await current())!, undefined);
const back = (of = engine) =>
  bringBack({ engine: of, request: request() }, projectId, owner, undefined);
const typesIn = async (stream: string): Promise<string[]> =>
  (await engine.store.readStream(stream)).map(({ type }) => type);

beforeEach(async () => {
  clock = new Date();
  const made = await handOverEngine(() => clock);
  close = made.close;
  engine = {
    ...made.engine,
    model: new ShownDocuments(made.engine.model),
    usage: { forget: async () => undefined } as unknown as Engine['usage'],
  };
  [owner, projectId, testId] = [newId(), newId(), newId()];
  await appendFacts(engine, owner, `account-${owner}`, [newAccount(owner)]);
  const test = newProject(owner, testId);
  await appendFacts(engine, owner, `portfolio-${owner}`, [
    newProject(owner, projectId),
    { ...test, data: { ...test.data, name: 'Stok - Test', parentProjectId: projectId } },
    testEnvironmentCreated({ projectId, testEnvironmentId: testId }),
  ]);
});
afterEach(() => close());

describe('a project in the bin', () => {
  it('keeps a change that was on its way when it was deleted', async () => {
    await bin();
    const settings = { ...defaultSettings, requireAuth: false };
    await appendFacts(engine, owner, `project-${projectId}`, [
      projectSettingsChanged({ projectId, settings, isPublic: false }),
    ]);
    expect(await current()).toBeUndefined();
    await back();
    expect((await current())?.settings.requireAuth).toBe(false);
  });

  it.each([1, 2])(
    'comes back after a process that died behind append %i of its return',
    async after => {
      await bin();
      let left = after;
      const { executor } = engine;
      const execute = (...step: Parameters<typeof executor.execute>) =>
        left-- > 0 ? executor.execute(...step) : Promise.reject(new Error('the process died'));
      const dying = {
        ...engine,
        executor: {
          execute,
          load: executor.load.bind(executor),
          lanes: executor.lanes,
        } as unknown as typeof executor,
      };
      await expect(back(dying)).rejects.toThrow('died');
      expect(await current()).toBeUndefined();
      await back();
      expect(await current()).toMatchObject({ id: projectId, binnedUntil: null, name: 'Stok' });
      expect((await current())?.apiKey).not.toBe('k');
      expect(await engine.model.get(projectDocs, testId)).toMatchObject({ name: 'Stok - Test' });
    },
  );

  it('has its secrets renewed once, however many requests bring it back at one moment', async () => {
    await bin();
    await Promise.all([back(), back(), back()]);
    await back();
    for (const id of [projectId, testId])
      expect(
        (await typesIn(`project-${id}`)).filter(type => type === 'api-key-regenerated'),
      ).toHaveLength(1);
    expect(await current()).toMatchObject({ id: projectId, binnedUntil: null });
  });

  it('keeps its test environment, whose deletion was asked for before and comes late', async () => {
    const { model } = engine;
    await current();
    const before = new Map(
      await Promise.all(
        [projectId, testId].map(async id => [id, await model.get(projectDocs, id)] as const),
      ),
    );
    await bin();
    const late = Object.assign(Object.create(model) as typeof model, {
      get: async (_: unknown, id: string) => before.get(id),
      find: model.find.bind(model),
    });
    const context = { engine: { ...engine, model: late }, request: request() } as Context;
    await expect(deleteAsked(context, testId, undefined, () => undefined)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await back();
    expect(await engine.model.get(projectDocs, testId)).toMatchObject({ name: 'Stok - Test' });
  });

  it('counts with its files for its owner, however small they are, until it comes back', async () => {
    const file = (attachmentId: string, size: number) =>
      attachmentAdded({
        projectId,
        threadId: newId(),
        attachmentId,
        name: 'a',
        uploaderId: owner,
        size,
        kind: 'other',
        address: attachmentId,
        picture: null,
      });
    const add = (size: number, id = newId()) =>
      appendFacts(engine, owner, `attachment-${id}`, [file(id, size)]);
    const isFull = async (): Promise<boolean> => {
      await engine.projector.waitForPosition(await engine.store.head());
      return isDeletedFull(engine, owner);
    };
    await add(2 ** 30 - 2 ** 16);
    expect(await isFull()).toBe(false);
    await bin();
    expect(await isFull()).toBe(false);
    await add(1);
    expect(await isFull()).toBe(true);
    await back();
    expect(await isFull()).toBe(false);
  });

  it('gives its name away, and comes back under another', async () => {
    await bin();
    const other = newId();
    await appendFacts(engine, owner, `portfolio-${owner}`, [
      newProject(owner, other),
      projectDescribed({ projectId: other, name: 'Stok', description: '' }),
    ]);
    await expect(back()).rejects.toMatchObject({
      code: 'NAME_TAKEN',
      data: { suggestion: 'Stok 2' },
    });
    await bringBack({ engine, request: request() }, projectId, owner, 'Stok 2');
    expect((await current())?.name).toBe('Stok 2');
  });

  it('is erased once when its stay has ended, by however many processes, and not a moment before', async () => {
    await bin();
    clock = new Date(clock.getTime() + 29 * DAY_MS);
    await emptyProjectBins(engine);
    expect(await engine.model.get(binnedProjectDocs, projectId)).toBeDefined();
    clock = new Date(clock.getTime() + 2 * DAY_MS);
    await Promise.all([emptyProjectBins(engine), emptyProjectBins(engine)]);
    await emptyProjectBins(engine);
    expect(
      (await typesIn(`portfolio-${owner}`)).filter(type => type === 'project-deleted'),
    ).toHaveLength(2);
    expect(await current()).toBeUndefined();
    await expect(back()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is not erased by a process that found it there before it came back', async () => {
    await bin();
    const found = engine.model;
    const docs = await found.find({ collection: binnedProjectDocs, limit: 10 });
    await back();
    clock = new Date(clock.getTime() + 31 * DAY_MS);
    const late = Object.assign(Object.create(found) as typeof found, {
      find: async () => docs,
      get: found.get.bind(found),
    });
    await emptyProjectBins({ ...engine, model: late });
    expect(await current()).toMatchObject({ id: projectId, binnedUntil: null });
  });
});
