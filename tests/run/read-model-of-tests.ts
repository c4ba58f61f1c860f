const engines =
  process.env['TEST_READ_MODEL'] === 'mongodb' ? await import('./engines.ts') : undefined;

/** Databases of closed servers, emptied. Creating one takes a MongoDB most of a server's start. */
const emptied: string[] = [];

/**
 * Returns the read model of a server under test: a MongoDB if TEST_READ_MODEL says so, else
 * undefined for the default file.
 */
export const newReadModel = (): string | undefined => emptied.pop() ?? engines?.newMongoAddress();

/** Empties the read model of a closed server for the next one of this worker. */
export async function releaseReadModel(address: string | undefined): Promise<void> {
  if (engines === undefined || address === undefined) return;
  await engines.emptyMongo(address);
  emptied.push(address);
}

/**
 * Number of generated cases: a MongoDB, which takes five times as long for each, gets a third of
 * those that the default file gets.
 */
export const casesHere = (cases: number): number =>
  engines === undefined ? cases : Math.ceil(cases / 3);
