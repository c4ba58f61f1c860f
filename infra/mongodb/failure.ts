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
 * Answers of a server that is starting, stopping, no longer the primary or too slow (6 … 136xx),
 * out of space (14031), whose members are not there (64, 79, 100, 133, 134), that
 * lets nobody in (13, 18), or where others were in the way (24, 46, 112, 117, 175, 237, 314, 365).
 */
const TRANSIENT = new Set([
  6, 7, 13, 18, 24, 46, 50, 64, 79, 89, 91, 100, 112, 117, 133, 134, 175, 189, 202, 237, 262, 314,
  365, 9001, 10_107, 11_600, 11_602, 13_388, 13_435, 13_436, 14_031,
]);

/**
 * Whether it may work later: anything but a judgement of the question itself, by the server or (a
 * document that is too large) by the client.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof MongoError) || error instanceof MongoInvalidArgumentError) return false;
  return (
    !(error instanceof MongoServerError) ||
    TRANSIENT.has(Number(error.code)) ||
    error.hasErrorLabel('RetryableWriteError')
  );
}

/** Asks MongoDB. @throws Unavailable where it may work later, else as the work does */
export async function askMongo<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isTransient(error)
      ? new Unavailable('MongoDB cannot be asked now', { cause: error })
      : error;
  }
}

/** Another document with this unique key is there already. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE;

/** The question took longer than its `maxTimeMS`. */
export const isOutOfTime = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === OUT_OF_TIME;

/**
 * The places in a bulk of the operations that met a document of the same key; undefined when
 * anything else failed.
 */
export function duplicatesIn(error: unknown): number[] | undefined {
  if (!(error instanceof MongoBulkWriteError)) return undefined;
  const failures = [error.writeErrors].flat();
  return error.result.getWriteConcernError() === undefined &&
    failures.every(({ code }) => code === DUPLICATE)
    ? failures.map(({ index }) => index)
    : undefined;
}
