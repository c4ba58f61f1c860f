import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { projections } from '@hzm/projections/registry';
import { partitionsOf } from '@hzm/services/domain/features/backups/partitions';
import { expect, it } from 'vitest';
import { emptyModel, writesOf } from './documents.ts';
import { sampleEvents, told } from './sample-events.ts';

it('names every partition that holds documents', async () => {
  const model = await emptyModel(async () => new MemoryReadModel());
  const writes = writesOf(told(sampleEvents));
  await model.apply(writes);
  const written = writes.flatMap(({ batch }) => batch.flatMap(({ changes }) => changes));
  const collections = projections
    .flatMap(one => one.collections)
    .filter(({ partitioned }) => partitioned);
  for (const collection of collections) {
    const partitions = new Set(
      written.flatMap(change =>
        change.collection === collection.name && change.partition !== undefined
          ? [change.partition]
          : [],
      ),
    );
    const filled: string[] = [];
    for (const partition of partitions)
      if ((await model.find({ collection, partition, limit: 1 })).docs.length > 0)
        filled.push(partition);
    expect(filled.length, collection.name).toBeGreaterThan(0);
    expect(await partitionsOf(model)(collection), collection.name).toEqual(
      expect.arrayContaining(filled),
    );
  }
  await model.close();
});
