import type { DomainEvent } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import { fieldAdded, tableCreated } from '@hzm/contracts/features/tables/events';
import type { Context, Engine } from '@hzm/services/core/engine';
import { Gate } from '@hzm/services/core/limits/gate';
import { wholeSource } from '@hzm/services/core/limits/source';
import { shownInReceipts } from '@hzm/services/domain/features/transfers/view';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { appendFacts, handOverEngine, newProject } from './hand-over-engine.ts';

const [owner, projectId, tableId, fieldId] = [newId(), newId(), newId(), newId()];
const source = wholeSource(owner);
const field = {
  name: 'maliyet',
  type: 'string',
  required: false,
  description: '',
  validation: {},
  isHidden: true,
} as const;
const obstacle = { kind: 'values-written', tableId, name: 'Mallar', fieldId, field: '', rows: 1 };
const free = { kind: 'rows-written', tableId, name: 'Mallar', rows: 1 };
const shown = (...parts: readonly object[]) =>
  shownInReceipts(context, projectId, parts as Parameters<typeof shownInReceipts>[2]);
let context: Context;
let close: () => Promise<void>;

beforeEach(async () => {
  const made = await handOverEngine(() => new Date());
  close = made.close;
  const once = { together: 1, each: 1, waiting: 0, waitingEach: 0, timeoutMs: 1_000 };
  const engine: Engine = { ...made.engine, histories: new Gate(once) };
  const key = { projectId, scope: 'project', complete: true, permissions: ['read'] };
  context = { engine, source, caller: { key } } as unknown as Context;
  const append = (stream: string, ...facts: readonly DomainEvent[]) =>
    appendFacts(engine, owner, stream, facts);
  await append(`portfolio-${owner}`, newProject(owner, projectId));
  await append(
    `schema-${projectId}`,
    tableCreated({ projectId, tableId, name: 'Mallar' }),
    fieldAdded({ projectId, tableId, fieldId, field }),
  );
  await engine.projector.waitForPosition(await engine.store.head());
});
afterEach(() => close());

it('the past is read for receipts in turns, and only where they name a field', async () => {
  expect((await shown(obstacle))(fieldId)).toBe(false);
  await context.engine.histories.run(source, async () => {
    expect((await shown(free))(fieldId)).toBe(true);
    expect((await shown())(fieldId)).toBe(true);
    await expect(shown(obstacle)).rejects.toMatchObject({ code: 'NOT_READY' });
  });
});
