import { ErrorType } from '@eventstore/db-client';
import { OutcomeUnknown, SubscriptionDropped } from '@hzm/services/core/ports/event-store';
import { Unavailable } from '@hzm/services/core/ports/unavailable';

/**
 * gRPC codes CANCELLED, UNKNOWN, DEADLINE_EXCEEDED, ABORTED, INTERNAL and UNAVAILABLE; a starting
 * server answers UNKNOWN.
 */
const TRANSIENT_CODES = new Set([1, 2, 4, 10, 13, 14]);
const TRANSIENT_TYPES = new Set<unknown>([
  ErrorType.TIMEOUT,
  ErrorType.DEADLINE_EXCEEDED,
  ErrorType.UNAVAILABLE,
  ErrorType.CANCELLED,
  ErrorType.UNKNOWN,
  ErrorType.NOT_LEADER,
]);

interface Refusal {
  readonly type?: unknown;
  readonly code?: unknown;
}

/** Reads the type of the client's own errors; a dead server causes plain gRPC ones. */
export const typeOf = (error: unknown): unknown => (error as Refusal | undefined)?.type;

const isTransient = (error: unknown): boolean =>
  TRANSIENT_TYPES.has(typeOf(error)) ||
  TRANSIENT_CODES.has((error as Refusal | undefined)?.code as number);

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Maps a transport failure of an append to `OutcomeUnknown`: it may have been written. */
export const ofAppend = (error: unknown): unknown =>
  isTransient(error) ? new OutcomeUnknown(words(error)) : error;

/** gRPC's DEADLINE_EXCEEDED. */
const UNANSWERED = 4;

export const isUnanswered = (error: unknown): boolean =>
  typeOf(error) === ErrorType.DEADLINE_EXCEEDED ||
  (error as Refusal | undefined)?.code === UNANSWERED;

export const ofRead = (error: unknown): unknown =>
  isTransient(error) ? new Unavailable(words(error), { cause: error }) : error;

/** gRPC's ABORTED: the consumer is too slow. */
const DROPPED = 10;

export const ofSubscription = (error: unknown): unknown =>
  (error as Refusal | undefined)?.code === DROPPED
    ? new SubscriptionDropped(words(error))
    : ofRead(error);

/** gRPC's UNKNOWN, INVALID_ARGUMENT, OUT_OF_RANGE. */
const POSITION_CODES = new Set([2, 3, 11]);

/**
 * Whether a read may have failed because no event has its start position. A server that is not
 * ready gives the same answer.
 */
export const mayBePosition = (error: unknown): boolean =>
  POSITION_CODES.has(
    (((error as Error | undefined)?.cause ?? error) as Refusal | undefined)?.code as number,
  );
