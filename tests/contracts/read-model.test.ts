import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { MongoReadModel } from '@hzm/infra/read-model/mongodb/mongo-read-model';
import { SqliteReadModel } from '@hzm/infra/read-model/sqlite/sqlite-read-model';
import { BlueGreenReadModel } from '@hzm/services/core/read-model/blue-green-read-model';
import { CachedReadModel } from '@hzm/services/core/read-model/cached-read-model';
import { describe } from 'vitest';
import { mongodb, newMongoAddress } from '../run/engines.ts';
import { needs } from '../run/needs.ts';
import { scratchFiles } from '../run/scratch-files.ts';
import { readModelContract } from './read-model.ts';
import { counts, notes } from './read-model/harness.ts';
import { longPagesContract } from './read-model/pages.ts';

const scratchFile = scratchFiles();

readModelContract('memory', async () => new MemoryReadModel());
readModelContract(
  'memory, some kept at hand',
  async () => new CachedReadModel(new MemoryReadModel(), [notes, counts]),
);
readModelContract(
  'memory, in generations',
  async () => new BlueGreenReadModel(new MemoryReadModel()),
);
readModelContract('sqlite', () => SqliteReadModel.open(scratchFile()));
readModelContract('sqlite, all indexed', () =>
  SqliteReadModel.open(scratchFile(), { indexFrom: 1 }),
);
readModelContract('sqlite, searched by another thread', () =>
  SqliteReadModel.open(scratchFile(), { indexFrom: 1, longFrom: 0 }),
);

longPagesContract('sqlite', pageTimes =>
  SqliteReadModel.open(scratchFile(), { indexFrom: 1_000_000, longFrom: 0, pageTimes }),
);

describe('on a real server', needs(mongodb), () => {
  longPagesContract(
    'mongodb',
    async pageTimes => new MongoReadModel(newMongoAddress(), { pageTimes }),
  );
  readModelContract('mongodb', async () => new MongoReadModel(newMongoAddress()));
});
