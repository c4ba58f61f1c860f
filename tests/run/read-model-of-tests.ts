const engines =
  process.env['TEST_READ_MODEL'] === 'mongodb' ? await import('./engines.ts') : undefined;

/**
 * Returns the read model of a server under test: a MongoDB if TEST_READ_MODEL says so, else
 * undefined for the default file.
 */
export const newReadModel = (): string | undefined => engines?.newMongoAddress();
