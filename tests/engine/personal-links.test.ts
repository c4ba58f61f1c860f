import type { DomainEvent } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import { Problem } from '@hzm/contracts/core/problem';
import { projectCreated } from '@hzm/contracts/features/projects/events';
import { rowsAdded } from '@hzm/contracts/features/rows/events';
import { fieldAdded, tableCreated } from '@hzm/contracts/features/tables/events';
import { personalLinkAdded, widgetAdded } from '@hzm/contracts/features/widgets/events';
import { MAX_PERSONAL_LINKS } from '@hzm/contracts/features/widgets/personal-link';
import type { Context, Engine } from '@hzm/services/core/engine';
import { Gate } from '@hzm/services/core/limits/gate';
import { wholeSource } from '@hzm/services/core/limits/source';
import { mayShareRows } from '@hzm/services/domain/features/widgets/handlers';
import { linkHandlers } from '@hzm/services/domain/features/widgets/links/handlers';
import { LISTS } from '@hzm/services/domain/load-limits';
import { fieldShape } from '@hzm/services/domain/testing/field-shape';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { request } from './fixtures.ts';
import { handOverEngine } from './hand-over-engine.ts';

const [projectId, tableId, fieldId] = [newId(), newId(), newId()];
const [rowId, widgetId, ownerId] = [newId(), newId(), newId()];
let engine: Engine;
let close: () => Promise<void>;

async function write(stream: string, ...facts: readonly DomainEvent[]): Promise<void> {
  const { position } = await engine.executor.execute(request(newId(), { repeatable: false }), {
    stream,
    about: { projectId },
    decider: { initial: null, evolve: s => s },
    decide: () => facts,
  });
  await engine.projector.waitForPosition(position);
}

/** Calls as somebody of their own, so that no account waits for itself. */
const run = (
  name: string,
  input: object,
  more: Partial<Context> = {},
): Promise<{ data: never }> => {
  const actor = newId();
  const context = {
    engine,
    source: wholeSource(actor),
    request: request(newId(), { actor, repeatable: false }),
    pause: async () => undefined,
    ...more,
  };
  const { run: handler } = linkHandlers.find(({ call }) => call.name === name)!;
  return handler(context as never, input as never) as Promise<{ data: never }>;
};
const add = (more: Partial<Context> = {}) =>
  run('add-personal-link', { params: { widgetId }, body: { rowId, days: 7 } }, more);
const listed = async (): Promise<readonly { readonly id: string }[]> => {
  const { links } = (await run('list-personal-links', { params: { widgetId } })).data as {
    links: readonly { readonly id: string }[];
  };
  return links;
};
const linkedBefore = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i++) {
    const linkId = newId();
    const token = { ownerId, tokenId: newId(), expiresAt: '2100-01-01T00:00:00.000Z' };
    const of = { projectId, widgetId, name: 'F', linkId, tableId, rowId };
    await write(`personal-link-${linkId}`, personalLinkAdded({ ...of, ...token }));
  }
};

beforeAll(async () => {
  ({ engine, close } = await handOverEngine(() => new Date()));
  Object.assign(engine, { lists: new Gate(LISTS) });
  const project = { projectId, ownerId, name: 'P', description: '', apiKey: newId() };
  await write(
    `project-${projectId}`,
    projectCreated({
      ...project,
      apiKeyPassword: '',
      keyType: 'project',
      parentProjectId: null,
      tableCount: 0,
      widgetCount: 0,
    } as never),
  );
  const of = { projectId, tableId };
  await write(
    `table-${tableId}`,
    tableCreated({ ...of, name: 'T', description: '' } as never),
    fieldAdded({ ...of, fieldId, field: fieldShape({ name: 'v' }) }),
  );
  await write(`rows-${tableId}`, rowsAdded({ ...of, rows: [{ id: rowId, values: {} }] }));
  const settings = { type: 'form', tableId, fields: [{ field: fieldId, name: 'v' }], thanks: '' };
  await write(
    `widgets-${projectId}`,
    widgetAdded({
      projectId,
      widgetId,
      name: 'F',
      type: 'form',
      description: '',
      settings,
    } as never),
  );
});
afterAll(() => close());

it('personal links are not made or renewed by whoever lost the right meanwhile', async () => {
  const authorizedStill = () => Promise.reject(new Problem('FORBIDDEN'));
  await expect(add({ authorizedStill })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await listed()).toEqual([]);
  await add();
  const [link] = await listed();
  const params = { widgetId, linkId: link!.id };
  await expect(
    run('renew-personal-link', { params, body: { days: 9 } }, { authorizedStill }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await listed()).toEqual([link]);
});

it('personal links that many ask for at once are as many as there may be', async () => {
  await linkedBefore(MAX_PERSONAL_LINKS - 5 - (await listed()).length);
  const made = await Promise.allSettled(Array.from({ length: 20 }, () => add()));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  expect(await listed()).toHaveLength(MAX_PERSONAL_LINKS);
});

it('personal links beyond the bound are listed, too', async () => {
  const before = (await listed()).length;
  await linkedBefore(3);
  expect(new Set((await listed()).map(({ id }) => id)).size).toBe(before + 3);
});

it('a failure is not taken for a right that is missing', async () => {
  const caller = { actor: newId(), isAdmin: false } as never;
  expect(await mayShareRows({ engine, caller }, projectId)).toBe(false);
  const model = { get: () => Promise.reject(new Problem('NOT_READY')) };
  const failing = { ...engine, model } as never;
  await expect(mayShareRows({ engine: failing, caller }, projectId)).rejects.toMatchObject({
    code: 'NOT_READY',
  });
});
