import { join } from 'node:path';

/** Paths at which this machine may have a MongoDB server. */
export const program =
  process.env['MONGOD_PATH'] ?? join(import.meta.dirname, '../../../test-engines/mongod');
