import { Unavailable } from '@hzm/services/core/ports/unavailable';
import {
  MongoBulkWriteError,
  MongoError,
  MongoInvalidArgumentError,
  MongoServerError,
} from 'mongodb';

const DUPLICATE = 11_000;
const OUT_OF_TIME = 50;
const NO_INDEX = 27;
/**
 * Codes of a server that starts, stops, lost its primacy or times out (6 … 136xx), is out of space
 * (14031), lacks members (64, 79, 100, 133, 134), rejects logins (13, 18), forgot a cursor in a
 * restart (43), or met a conflict (24, 46, 112, 117, 175, 237, 290, 314, 365).
 */
const TRANSIENT = new Set([
  6, 7, 13, 18, 24, 43, 46, 50, 64, 79, 89, 91, 94, 100, 112, 117, 133, 134, 175, 189, 202, 211,
  237, 262, 279, 290, 314, 355, 365, 9001, 10_107, 11_600, 11_601, 11_602, 13_388, 13_435, 13_436,
  14_031,
]);

/** Node's codes of a broken connection; the client passes on its socket's errors as they are. */
const CONNECTION_CODE = /^(?:E[A-Z]+|ERR_(?:STREAM|SOCKET)_\w+)$/;

const isOfConnection = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  CONNECTION_CODE.test(error.code);

/**
 * Whether a retry may succeed: true unless the server, or the client for a document that is too
 * large, rejects the request itself.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof MongoError)) return isOfConnection(error);
  if (error instanceof MongoInvalidArgumentError) return false;
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

/** Whether there is no index of a name that was to be dropped. */
export const isIndexGone = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === NO_INDEX;

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
