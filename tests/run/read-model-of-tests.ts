const engines =
  process.env['TEST_READ_MODEL'] === 'mongodb' ? await import('./engines.ts') : undefined;

/**
 * Where a server under test keeps its views: in a MongoDB where TEST_READ_MODEL says so; otherwise
 * in the file that is the default.
 */
export const newReadModel = (): string | undefined => engines?.newMongoAddress();
