import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { SqliteReadModel } from '@hzm/infra/read-model/sqlite/sqlite-read-model';
import { CachedReadModel } from '@hzm/services/core/cached-read-model';
import { readModelContract } from './read-model.ts';

readModelContract('memory', async () => new MemoryReadModel());
readModelContract('memory, some kept at hand', async () => new CachedReadModel(new MemoryReadModel(), ['notes', 'counts']));
readModelContract('sqlite', async () => new SqliteReadModel(':memory:'));
readModelContract('sqlite, all indexed', async () => new SqliteReadModel(':memory:', { indexFrom: 1 }));
