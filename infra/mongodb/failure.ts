import { Unavailable } from '@hzm/services/core/ports/unavailable';
import {
  MongoBulkWriteError,
  MongoError,
  MongoInvalidArgumentError,
  MongoServerError,
} from 'mongodb';

const DUPLICATE = 11_000;
const OUT_OF_TIME = 50;
/**
 * Codes of a server that starts, stops, lost its primacy or times out (6 … 136xx), is out of space
 * (14031), lacks members (64, 79, 100, 133, 134), rejects logins (13, 18), or met a conflict (24,
 * 46, 112, 117, 175, 237, 314, 365).
 */
const TRANSIENT = new Set([
  6, 7, 13, 18, 24, 46, 50, 64, 79, 89, 91, 100, 112, 117, 133, 134, 175, 189, 202, 237, 262, 314,
  365, 9001, 10_107, 11_600, 11_602, 13_388, 13_435, 13_436, 14_031,
]);

/**
 * Whether a retry may succeed: true unless the server, or the client for a document that is too
 * large, rejects the request itself.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof MongoError) || error instanceof MongoInvalidArgumentError) return false;
  return (
    !(error instanceof MongoServerError) ||
    TRANSIENT.has(Number(error.code)) ||
    error.hasErrorLabel('RetryableWriteError')
  );
}

/** Runs a MongoDB call. @throws Unavailable if a retry may succeed, else the call's own error */
export async function askMongo<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isTransient(error)
      ? new Unavailable('MongoDB cannot be asked now', { cause: error })
      : error;
  }
}

/** Whether the unique key is taken already. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE;

/** Whether the call exceeded its `maxTimeMS`. */
export const isOutOfTime = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === OUT_OF_TIME;

/**
 * Returns the indexes of the bulk operations that met a duplicate key; undefined if anything else
 * failed.
 */
export function duplicatesIn(error: unknown): number[] | undefined {
  if (!(error instanceof MongoBulkWriteError)) return undefined;
  const failures = [error.writeErrors].flat();
  return error.result.getWriteConcernError() === undefined &&
    failures.every(({ code }) => code === DUPLICATE)
    ? failures.map(({ index }) => index)
    : undefined;
}
