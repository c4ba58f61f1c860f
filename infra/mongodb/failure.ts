import { MongoBulkWriteError, MongoError, MongoServerError } from 'mongodb';

const DUPLICATE = 11_000;
/** Answers of a server that is starting, stopping, no longer the primary, or too slow. */
const PASSING = new Set([6, 7, 50, 89, 91, 189, 262, 9001, 10_107, 11_600, 11_602, 13_388, 13_435, 13_436]);

/** Whether it may work later: anything but a server's judgement of the question itself. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof MongoError)) return false;
  return !(error instanceof MongoServerError) || PASSING.has(Number(error.code)) || error.hasErrorLabel('RetryableWriteError');
}

/** Another document with this unique key is there already. */
export const isDuplicate = (error: unknown): boolean => error instanceof MongoServerError && error.code === DUPLICATE;

/** The places in a bulk of the operations that met a document of the same key; undefined when anything else failed. */
export function duplicatesIn(error: unknown): number[] | undefined {
  if (!(error instanceof MongoBulkWriteError)) return undefined;
  const failures = [error.writeErrors].flat();
  return error.result.getWriteConcernError() === undefined && failures.every(({ code }) => code === DUPLICATE) ? failures.map(({ index }) => index) : undefined;
}
