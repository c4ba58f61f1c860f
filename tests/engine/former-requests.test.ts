import { newId } from '@hzm/contracts/core/ids';
import { requestKey } from '@hzm/contracts/core/request';
import { tableDeleted } from '@hzm/contracts/features/tables/events';
import { CommandExecutor } from '@hzm/services/core/commands/command-executor';
import { formerId } from '@hzm/services/core/commands/derived-id';
import { formerMacOf } from '@hzm/services/core/events/sealing';
import { NO_STREAM } from '@hzm/services/core/ports/event-store';
import { beforeEach, describe, expect, it } from 'vitest';
import { FaultInjectingEventStore, newCodec, newVault, request } from './fixtures.ts';

const [projectId, other] = [newId(), newId()];
const asked = request('R', { digest: 'asked by 0.2.0' });
const former = formerId(asked, 'table');
const meta = { at: '2026-01-01T00:00:00.000Z', actor: asked.actor, request: asked.id };
let [store, vault] = [new FaultInjectingEventStore(), newVault()];
let executor: CommandExecutor;

/** The log holds a request that 0.2.0 answered in a project. */
beforeEach(async () => {
  [store, vault] = [new FaultInjectingEventStore(), newVault()];
  const codec = newCodec(vault);
  const key = (await vault.obtain(`project:${projectId}`))!;
  const fact = tableDeleted({ projectId, tableId: newId() });
  const [event] = await codec.encode([fact], meta, () => newId());
  const mac = formerMacOf(key, asked.digest);
  await store.append('s', NO_STREAM, [{ ...event!, meta: { ...event!.meta, mac } }]);
  const place = { stream: 's', revision: 0 };
  const find = async (name: string) =>
    name === requestKey(asked.actor, asked.id) ? place : undefined;
  executor = new CommandExecutor(store, codec, { find });
});

const idsFor = async (owner: `project:${string}`) => (await executor.ids(asked))(owner, 'table');

describe('a request that 0.2.0 answered', () => {
  it('gets its ids of then, in its own project', async () => {
    expect(await idsFor(`project:${projectId}`)).toBe(former);
    const elsewhere = [await idsFor(`project:${other}`), former];
    expect(new Set(elsewhere).size).toBe(2);
  });

  it('gets ids of each owner once its project is deleted: nothing tells any more what it asked', async () => {
    await vault.destroy(`project:${projectId}`);
    const ids = [await idsFor(`project:${projectId}`), await idsFor(`project:${other}`), former];
    expect(new Set(ids).size).toBe(3);
  });

  it("is its owner's for a key of that project, as long as that is there", async () => {
    expect(await executor.repeats.isFormer(asked, projectId)).toBe(true);
    expect(await executor.repeats.isFormer(asked, other)).toBe(false);
    await vault.destroy(`project:${projectId}`);
    expect(await executor.repeats.isFormer(asked, projectId)).toBe(false);
  });
});
