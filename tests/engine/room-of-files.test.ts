import { newId } from '@hzm/contracts/core/ids';
import { positionOf } from '@hzm/contracts/core/position';
import {
  MAX_FILES,
  MAX_PERSON_BYTES,
  MAX_PROJECT_BYTES,
} from '@hzm/contracts/features/attachments/attachment';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { put } from '@hzm/projections/core/changes';
import {
  attachmentDocs,
  attachments,
  noCell,
} from '@hzm/projections/features/attachments/attachments';
import type { Engine } from '@hzm/services/core/engine';
import { Files } from '@hzm/services/core/files/files';
import { reserveRoom } from '@hzm/services/domain/features/attachments/room';
import { beforeEach, expect, it } from 'vitest';

const [projectId, uploaderId] = [newId(), newId()];
const MIB = 1_048_576;
let engine: Pick<Engine, 'model' | 'files'>;
let model: MemoryReadModel;
let written = 0;

beforeEach(async () => {
  model = new MemoryReadModel();
  await model.define([{ ...attachmentDocs, projection: attachments.name }]);
  // Nothing is kept here: neither keys nor bytes are asked for.
  engine = { model, files: new Files({} as never, {} as never) };
});

/** A file that is there. */
async function there(size: number, by = newId(), of = projectId): Promise<void> {
  const doc = {
    id: newId(),
    projectId: of,
    threadId: newId(),
    uploaderId: by,
    name: 'a',
    size,
    kind: 'text/plain',
    address: '',
    picture: null,
    messageId: newId(),
    freeSince: null,
    ...noCell,
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
}
/** Returns how many of these simultaneous uploads are let in. */
const letIn = async (
  uploads: readonly { readonly by?: string; readonly of?: string; readonly size?: number }[],
): Promise<number> =>
  (
    await Promise.allSettled(
      uploads.map(({ by = newId(), of = projectId, size = MIB }) =>
        reserveRoom(engine, { projectId: of, uploaderId: by, size }),
      ),
    )
  ).filter(({ status }) => status === 'fulfilled').length;

it('uploads at one moment do not go beyond the room of a project, nor beyond what one person may have in all', async () => {
  await there(MAX_PROJECT_BYTES - 2 * MIB);
  expect(await letIn([{}, {}, {}, {}])).toBe(2);
  await there(MAX_PERSON_BYTES - 3 * MIB, uploaderId, newId());
  expect(await letIn(Array.from({ length: 5 }, () => ({ by: uploaderId, of: newId() })))).toBe(3);
  // Elsewhere there is room.
  expect(await letIn([{ of: newId() }])).toBe(1);
});

it('files count beside their bytes', async () => {
  for (let i = 0; i < MAX_FILES - 1; i++) await there(1);
  expect(await letIn([{ size: 1 }, { size: 1 }])).toBe(1);
});

it('what does not come, or is there, gives its place back', async () => {
  await there(MAX_PROJECT_BYTES - MIB);
  const room = await reserveRoom(engine, { projectId, uploaderId, size: MIB });
  await expect(reserveRoom(engine, { projectId, uploaderId, size: 1 })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  room[Symbol.dispose]();
  await expect(reserveRoom(engine, { projectId, uploaderId, size: MIB })).resolves.toBeDefined();
});
