import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@hzm/contracts/core/ids';
import type { JsonObject } from '@hzm/contracts/core/json';
import { projectCreated } from '@hzm/contracts/features/projects/events';
import { events } from '@hzm/contracts/registry';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import { OWNED_MEMBERS } from '@hzm/infra/server/verify/two-owners';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../run/process.ts';

const [one, other] = [newId(), newId()];
const [table, thread, session] = [newId(), newId(), newId()];
let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hzm-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** A log of these events, each in a stream of its own. */
async function log(
  facts: readonly (readonly [stream: string, type: string, data: JsonObject])[],
): Promise<void> {
  const store = await SqliteEventStore.open(join(directory, 'events.db'));
  for (const [stream, type, data] of facts)
    await store.append(stream, -1, [
      {
        id: newId(),
        type,
        data,
        meta: { at: '2026-01-01T00:00:00.000Z', actor: 'a', request: newId(), v: 1 },
      },
    ]);
  await store.close();
}
async function verify(): Promise<{
  readonly code: number | NodeJS.Signals;
  readonly said: string;
}> {
  const program = run({ HZM_DATA_DIR: directory }, '', ['infra/server/verify/main.ts']);
  return { code: await program.ended, said: program.said() };
}

describe('npm run verify', () => {
  it('names each id under two owners with both, their streams and positions, and fails', async () => {
    await log([
      [`schema-${one}`, 'table-created', { projectId: one, tableId: table }],
      [`row-${table}-1`, 'row-added', { projectId: one, tableId: table, rowId: newId() }],
      [`schema-${other}`, 'table-created', { projectId: other, tableId: table }],
      [`row-${table}-2`, 'row-added', { projectId: other, tableId: table, rowId: newId() }],
      [`thread-${thread}`, 'thread-opened', { projectId: one, threadId: thread }],
      [`star-${thread}`, 'thread-starred', { accountId: other, threadId: thread }],
      [`session-${session}`, 'session-opened', { accountId: one, sessionId: session }],
      ['session-x', 'session-opened', { accountId: other, sessionId: session }],
      [`portfolio-${one}`, 'project-created', { projectId: one, ownerId: one }],
      [`portfolio-${other}`, 'project-created', { projectId: one, ownerId: other }],
    ]);
    const { code, said } = await verify();
    expect(code).toBe(1);
    expect(said.split('\n').slice(0, 4)).toEqual([
      `tableId ${table}: project ${one} in schema-${one} at position 1, and project ${other} in schema-${other} at position 3`,
      `sessionId ${session}: account ${one} in session-${session} at position 7, and account ${other} in session-x at position 8`,
      `projectId ${one}: account ${one} in portfolio-${one} at position 9, and account ${other} in portfolio-${other} at position 10`,
      '3 ids have two owners.',
    ]);
    expect(said).toContain('npm run backup');
  });

  it('finds nothing in a log where each id has one owner', async () => {
    await log([
      [`schema-${one}`, 'table-created', { projectId: one, tableId: table }],
      [`schema-${other}`, 'table-created', { projectId: other, tableId: newId() }],
    ]);
    expect(await verify()).toEqual({ code: 0, said: 'No id has two owners.\n' });
  });

  it('says which log is not there', async () => {
    const { code, said } = await verify();
    expect([code, said]).toEqual([2, `There is no ${join(directory, 'events.db')}.\n`]);
  });
});

it('what names a thing of an owner stands open in the log', () => {
  const sealed = events
    .filter(({ type }) => type !== projectCreated.type)
    .flatMap(({ type, open, schema }) => {
      const members = Object.keys((schema as unknown as { readonly shape: object }).shape);
      const owned: readonly string[] =
        OWNED_MEMBERS[members.includes('projectId') ? 'projectId' : 'accountId'];
      return members
        .filter(member => owned.includes(member) && !(member in open))
        .map(member => `${type}.${member}`);
    });
  expect(sealed).toEqual([]);
});
