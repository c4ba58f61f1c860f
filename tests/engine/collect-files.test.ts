import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@hzm/contracts/core/ids';
import { positionOf } from '@hzm/contracts/core/position';
import { DiskFileStore } from '@hzm/infra/files/disk/disk-file-store';
import { SqliteKeyVault } from '@hzm/infra/key-vault/sqlite/sqlite-key-vault';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { put } from '@hzm/projections/core/changes';
import {
  attachmentDocs,
  attachments,
  type AttachmentDoc,
  noCell,
} from '@hzm/projections/features/attachments/attachments';
import { Files } from '@hzm/services/core/files/files';
import { collectFiles } from '@hzm/services/domain/features/attachments/collect';
import { afterEach, beforeEach, expect, it } from 'vitest';

const HOUR = 3_600_000;
const now = new Date('2026-05-04T12:00:00.000Z');
let directory = '';
let vault: SqliteKeyVault;
let files: Files;
let model: MemoryReadModel;
const projectId = newId();
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hzm-collect-'));
  vault = new SqliteKeyVault(join(directory, 'vault.db'), Buffer.from('a secret for tests only'));
  files = new Files(vault, new DiskFileStore(join(directory, 'files')));
  model = new MemoryReadModel();
  await model.define([{ ...attachmentDocs, projection: attachments.name }]);
});
afterEach(async () => {
  await vault.close();
  rmSync(directory, { recursive: true });
});

/** A file whose bytes were written so many hours ago. */
async function kept(text: string, hours: number): Promise<string> {
  const { address } = await files.keep(
    projectId,
    (async function* () {
      yield Buffer.from(text);
    })(),
  );
  const at = new Date(now.getTime() - hours * HOUR);
  utimesSync(join(directory, 'files', projectId, address), at, at);
  return address;
}
let written = 0;
async function known(address: string, more: Partial<AttachmentDoc> = {}): Promise<string> {
  const doc: AttachmentDoc = {
    id: newId(),
    projectId,
    threadId: newId(),
    uploaderId: newId(),
    name: 'a',
    size: 1,
    kind: 'text/plain',
    address,
    picture: null,
    messageId: newId(),
    freeSince: null,
    ...noCell,
    ...more,
  };
  const position = positionOf(++written);
  await model.apply([
    {
      projection: attachments.name,
      version: 1,
      batch: [{ position, changes: [put(attachmentDocs, doc)] }],
      checkpoint: position,
    },
  ]);
  return doc.id;
}

/** Runs a collection; the ids of the attachments that it removes. */
async function collected(
  view: { readonly isReady?: boolean; readonly paused?: boolean; readonly behind?: boolean } = {},
): Promise<string[]> {
  const removed: string[] = [];
  await collectFiles({
    files,
    model,
    now: () => now,
    store: { head: async () => positionOf(9) },
    projector: {
      isReady: view.isReady ?? true,
      waitForPosition: async () => undefined,
      progress: [
        {
          projection: attachments,
          position: positionOf(view.behind ? 8 : 9),
          paused: view.paused
            ? { position: positionOf(9), stream: 's', type: 't', cause: 'damaged', reason: '' }
            : undefined,
        },
      ],
    },
    executor: {
      execute: async (_: unknown, { stream }: { stream: string }) => {
        removed.push(stream.slice('attachment-'.length));
      },
    },
  } as never);
  return removed;
}
const left = (): readonly string[] => readdirSync(join(directory, 'files', projectId)).toSorted();

it('removes what no message has had for an hour, with some time to spare', async () => {
  const since = (minutes: number) => ({
    messageId: null,
    freeSince: new Date(now.getTime() - minutes * 60_000).toISOString(),
  });
  const old = await known('ab', since(66));
  await known('cd', since(64));
  await known('ef');
  expect(await collected()).toEqual([old]);
});

it('removes bytes that nobody knows, once they are older than any upload', async () => {
  const [needed, thumbnail, fresh] = [
    await kept('gerekli', 5),
    await kept('küçük', 5),
    await kept('yeni', 1),
  ];
  const orphan = await kept('sahipsiz', 3);
  await known(needed, { picture: { width: 1, height: 1, thumbnail } });
  await collected();
  expect(left()).toEqual([needed, thumbnail, fresh].toSorted());
  expect(left()).not.toContain(orphan);
});

it('removes nothing while the view may not know what is needed', async () => {
  const orphan = await kept('sahipsiz', 3);
  for (const view of [{ isReady: false }, { paused: true }, { behind: true }])
    await collected(view);
  expect(left()).toEqual([orphan]);
});

it('removes all files of a project whose key is destroyed, however new', async () => {
  await known(await kept('gizli', 0));
  await vault.destroy(`project:${projectId}`);
  await collected();
  expect(existsSync(join(directory, 'files', projectId))).toBe(false);
});
