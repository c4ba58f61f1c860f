import { newId } from '@hzm/contracts/core/ids';
import { positionOf } from '@hzm/contracts/core/position';
import { MAX_THREADS } from '@hzm/contracts/features/threads/thread';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { put } from '@hzm/projections/core/changes';
import { threadMarkDocs } from '@hzm/projections/features/threads/documents';
import { statusCounts } from '@hzm/services/domain/features/threads/marks';
import { expect, it } from 'vitest';

const PROJECTS = 3;

it('the counts of threads cover every project that is listed, however many threads each has', async () => {
  const model = new MemoryReadModel();
  await model.define([{ ...threadMarkDocs, projection: 'threads' }]);
  const position = positionOf(1);
  const projects = Array.from({ length: PROJECTS }, () => newId());
  const mark = (projectId: string) =>
    put(threadMarkDocs, {
      id: newId(),
      projectId,
      status: 'replied',
      tableId: null,
      rowId: null,
      position,
      changedBy: '',
    });
  const changes = projects.flatMap(id => Array.from({ length: MAX_THREADS }, () => mark(id)));
  const batch = [{ position, changes }];
  await model.apply([{ projection: 'threads', version: 1, batch, checkpoint: position }]);
  const reader = {
    starred: new Set<string>(),
    upTo: () => undefined,
    unreadIn: async () => 0,
    isUnread: () => false,
  };
  const counts = await statusCounts({ model }, new Map(projects.map(id => [id, reader])));
  expect(counts).toMatchObject({
    total: PROJECTS * MAX_THREADS,
    replied: PROJECTS * MAX_THREADS,
    unread: 0,
  });
});
