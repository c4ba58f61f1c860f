import type { DomainEvent } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import { START } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { defaultSettings } from '@hzm/contracts/features/projects/project';
import { rowAdded } from '@hzm/contracts/features/rows/events';
import { tableCreated } from '@hzm/contracts/features/tables/events';
import { deletedStorageDocs } from '@hzm/projections/features/storage/storage';
import { testEnvironmentIdAfter } from '@hzm/services/core/commands/mirror-id';
import { READ_TOGETHER } from '@hzm/services/core/commands/stream-events';
import type { Engine } from '@hzm/services/core/engine';
import { loggedBytes, type StoredEvent } from '@hzm/services/core/ports/event-store';
import { makeProject } from '@hzm/services/domain/features/portable/make-project';
import { dropProject } from '@hzm/services/domain/features/projects/delete';
import { fieldShape } from '@hzm/services/domain/testing/field-shape';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appendFacts, handOverEngine, newAccount, newProject } from './hand-over-engine.ts';
import { someRequest } from './processes.ts';

let engine: Engine;
let close: () => Promise<void>;
let [owner, projectId, tableId] = ['', '', ''];

const request = () => someRequest({ actor: owner });
const append = (stream: string, ...facts: readonly DomainEvent[]) =>
  appendFacts(engine, owner, stream, facts);
const addRow = (text: string) => {
  const rowId = newId();
  const values = { metin: text };
  return append(`row-${tableId}-${rowId}`, rowAdded({ projectId, tableId, rowId, values }));
};

beforeEach(async () => {
  const made = await handOverEngine(() => new Date());
  close = made.close;
  const usage = { forget: async () => undefined } as unknown as Engine['usage'];
  engine = { ...made.engine, usage };
  [owner, projectId, tableId] = [newId(), newId(), newId()];
  await append(`account-${owner}`, newAccount(owner));
  const { position } = await append(`portfolio-${owner}`, newProject(owner, projectId));
  await append(`schema-${projectId}`, tableCreated({ projectId, tableId, name: 'Notlar' }));
  await engine.projector.waitForPosition(position);
});
afterEach(() => close());

/** Makes the log one that can empty events. */
const letEmpty = (): void => void Object.assign(engine.store, { empty: async () => undefined });
const counted = async (): Promise<number> => {
  await engine.projector.waitForPosition(await engine.store.head());
  return (await engine.model.get(deletedStorageDocs, owner))!.bytes;
};
const logged = async (...ids: readonly string[]): Promise<StoredEvent[]> =>
  (await engine.store.readAll({ after: START, limit: 1_000 })).filter(({ data }) =>
    ids.includes(data['projectId'] as string),
  );
const sum = (events: readonly StoredEvent[]): number =>
  events.reduce((bytes, event) => bytes + loggedBytes(event), 0);
const isDeletion = ({ type }: StoredEvent): boolean => type === 'project-deleted';
const emptied = (events: readonly StoredEvent[]): number =>
  sum(events.filter(isDeletion)) + 150 * events.filter(event => !isDeletion(event)).length;

describe('what a deleted project leaves in the log', () => {
  it('is all its bytes where the log cannot empty events, also those that no view has yet', async () => {
    for (let n = 0; n < 50; n++) await addRow(`${n} `.repeat(100));
    await dropProject(engine, request(), { projectId, ownerId: owner });
    expect(await counted()).toBe(sum(await logged(projectId)));
  });

  it('is 150 bytes an event where the log empties them, and the deletion with its table ids', async () => {
    for (let n = 0; n < 50; n++) await addRow('x');
    letEmpty();
    await dropProject(engine, request(), { projectId, ownerId: owner });
    const events = await logged(projectId);
    expect(events).toHaveLength(53);
    expect(await counted()).toBe(emptied(events));
  });

  it('includes a test environment that was never finished', async () => {
    const testId = testEnvironmentIdAfter(projectId);
    const copied = { projectId: testId, tableId: newId(), name: 'uzun '.repeat(1_000) };
    await append(`schema-${testId}`, tableCreated(copied));
    await dropProject(engine, request(), { projectId, ownerId: owner });
    expect(await counted()).toBe(sum(await logged(projectId, testId)));
  });

  it('is counted a few events at a time, also of what was never finished', async () => {
    const testId = testEnvironmentIdAfter(projectId);
    const copied = Array.from({ length: READ_TOGETHER + 10 }, (_, i) =>
      tableCreated({ projectId: testId, tableId: newId(), name: `Tablo ${i}` }),
    );
    await append(`schema-${testId}`, ...copied);
    const reads: number[] = [];
    const readStream = engine.store.readStream.bind(engine.store);
    engine.store.readStream = async (...asked) => {
      const read = await readStream(...asked);
      reads.push(read.length);
      return read;
    };
    await dropProject(engine, request(), { projectId, ownerId: owner });
    expect(Math.max(...reads)).toBe(READ_TOGETHER);
    expect(await counted()).toBe(sum(await logged(projectId, testId)));
  });

  it('includes a project of an import that was refused', async () => {
    const importedId = newId();
    const fields = Array.from({ length: 20 }, (_, i) => fieldShape({ name: `alan ${i}` }));
    const planned = {
      name: 'Depo',
      description: '',
      settings: defaultSettings,
      tables: [{ place: 0, id: 't', name: 'Notlar', fields, fieldIds: [], rows: 0 }],
      entries: [],
    };
    let refusals = 1;
    const { executor } = engine;
    const refusing = Object.assign(Object.create(executor) as typeof executor, {
      load: executor.load.bind(executor),
      look: executor.look.bind(executor),
      encode: executor.encode.bind(executor),
      append: executor.append.bind(executor),
      execute: async (...step: Parameters<typeof executor.execute>) => {
        if (refusals-- > 0) throw new Problem('PLAN_LIMIT');
        return executor.execute(...step);
      },
    });
    letEmpty();
    const importing = makeProject(
      { ...engine, executor: refusing },
      request(),
      importedId,
      planned,
    );
    await expect(importing).rejects.toMatchObject({ code: 'PLAN_LIMIT' });
    const events = await logged(importedId);
    expect(events.length).toBeGreaterThan(20);
    expect(await counted()).toBe(emptied(events));
  });
});
