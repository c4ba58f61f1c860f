import type { DomainEvent } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import { cellFileAdded } from '@hzm/contracts/features/cell-files/events';
import { rowAdded, rowChanged } from '@hzm/contracts/features/rows/events';
import { attachmentDocs } from '@hzm/projections/features/attachments/attachments';
import { wholeSource } from '@hzm/services/core/limits/source';
import { cellFileSweep, isPutBack } from '@hzm/services/domain/features/cell-files/sweep';
import { handlers } from '@hzm/services/domain/features/history/handlers';
import { expect, it } from 'vitest';
import { appendFacts, handOverEngine, newAccount, newProject } from './hand-over-engine.ts';

const DAY = 86_400_000;

it('a file that its row has no more is kept for 30 days, from when it was last seen there', async () => {
  let now = new Date('2026-05-04T12:00:00.000Z');
  const { engine, close } = await handOverEngine(() => now);
  const [projectId, tableId, rowId, fieldId, fileId] = Array.from({ length: 5 }, () => newId());
  const of = { projectId: projectId!, tableId: tableId!, rowId: rowId! };
  const owner = newId();
  const append = async (stream: string, fact: DomainEvent): Promise<void> => {
    const { position } = await appendFacts(engine, owner, stream, [fact]);
    await engine.projector.waitForPosition(position);
  };
  await append(`account-${owner}`, newAccount(owner));
  await append(`portfolio-${owner}`, newProject(owner, projectId!));
  const has = (files: readonly string[] | null, before: readonly string[] | null) =>
    append(
      `row-${tableId}-${rowId}`,
      rowChanged({
        ...of,
        values: { [fieldId!]: files && [...files] },
        before: { [fieldId!]: before && [...before] },
      }),
    );
  await append(`row-${tableId}-${rowId}`, rowAdded({ ...of, values: {} }));
  await append(
    `cell-file-${fileId}`,
    cellFileAdded({
      ...of,
      fieldId: fieldId!,
      fileId: fileId!,
      name: 'a.txt',
      uploaderId: newId(),
      size: 1,
      kind: 'text/plain',
      address: 'ab',
      picture: null,
    }),
  );
  await has([fileId!], null);
  const sweep = cellFileSweep(engine);
  const swept = async (days: number) => {
    now = new Date(now.getTime() + days * DAY);
    await sweep();
    await engine.projector.waitForPosition(await engine.store.head());
    const doc = await engine.model.get(attachmentDocs, fileId!);
    return doc && [doc.releasedAt !== null, isPutBack(doc, now)];
  };
  expect(await swept(90)).toEqual([false, true]);
  await has(null, [fileId!]);
  expect(await swept(0)).toEqual([true, true]);
  expect(await swept(29)).toEqual([true, true]);
  // Putting a file back in the last moment restarts its time.
  await has([fileId!], null);
  expect(await swept(5)).toEqual([false, true]);
  await has(null, [fileId!]);
  expect(await swept(0)).toEqual([true, true]);
  expect(await swept(30)).toEqual([true, false]);
  expect(await swept(1)).toBeUndefined();
  const kindsTold = async (type?: string) => {
    const query = { limit: 100, rows: 20, row: rowId, ...(type !== undefined && { type }) };
    const caller = { actor: owner, accountId: owner, isAdmin: false };
    const histories = { run: (_: unknown, work: () => Promise<unknown>) => work() };
    const asked = { caller, source: wholeSource(owner), language: 'en', pause: () => {} };
    const context = { engine: { ...engine, histories }, ...asked };
    const { run } = handlers.find(({ call }) => call.name === 'project-history')!;
    const { data } = await run(context as never, { params: { projectId }, query } as never);
    return (data as { events: { type: string }[] }).events.map(event => event.type);
  };
  // Each of the four changes by a person, and the end; found by their type, what the sweep noted.
  expect(await kindsTold()).toEqual([
    'row-added',
    'cell-file-added',
    ...Array<string>(4).fill('row-changed'),
    'cell-file-removed',
  ]);
  expect(await kindsTold('cell-file-retained')).toEqual(['cell-file-retained']);
  await close();
});

it('a file that cannot be released holds up no others, and its failure is told', async () => {
  const { engine, close } = await handOverEngine(() => new Date('2026-05-04T12:00:00.000Z'));
  const of = { projectId: newId(), tableId: newId(), rowId: newId(), fieldId: newId() };
  const file = { name: 'a.txt', size: 1, kind: 'text/plain', address: 'ab', picture: null };
  const [damaged, whole] = [newId(), newId()];
  for (const fileId of [damaged, whole])
    await appendFacts(engine, 'system', `cell-file-${fileId}`, [
      cellFileAdded({ ...of, ...file, fileId, uploaderId: newId() }),
    ]);
  await engine.projector.waitForPosition(await engine.store.head());
  const execute: typeof engine.executor.execute = (request, command) =>
    command.stream === `cell-file-${damaged}`
      ? Promise.reject(new Error('damaged'))
      : engine.executor.execute(request, command);
  const sweep = cellFileSweep({ ...engine, executor: { execute } as typeof engine.executor });
  await expect(sweep()).rejects.toThrow('damaged');
  await engine.projector.waitForPosition(await engine.store.head());
  const releasedOf = async (id: string) =>
    (await engine.model.get(attachmentDocs, id))?.releasedAt ?? null;
  expect(await releasedOf(damaged)).toBeNull();
  expect(await releasedOf(whole)).not.toBeNull();
  await close();
});
