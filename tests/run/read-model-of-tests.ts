import { mongodb, newMongoAddress } from './engines.ts';

/** Where a server under test keeps its views: in a MongoDB where TEST_READ_MODEL says so; otherwise in the file that is the default. */
export const newReadModel = (): string | undefined => (process.env['TEST_READ_MODEL'] === 'mongodb' && mongodb.missing === undefined ? newMongoAddress() : undefined);
