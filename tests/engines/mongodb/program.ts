import { join } from 'node:path';

/** Where a MongoDB server of this machine may be. */
export const program =
  process.env['MONGOD_PATH'] ?? join(import.meta.dirname, '../../../test-engines/mongod');
