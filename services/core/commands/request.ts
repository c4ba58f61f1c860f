import { newId } from '@hzm/contracts/core/ids';

/** The right to a request, which may end while it waits. */
export interface Right {
  /** Rejects once it has ended; asked right before each append. */
  stands(): Promise<void>;
  /** Asks this besides, which the handler has asked already. */
  also(check: () => Promise<unknown>): void;
  /** Called after an append: the rest of the change is finished whatever ends. */
  used(): void;
}

/** A request for a change: the actor and the request's id. */
export interface Request {
  readonly actor: string;
  readonly id: string;
  /** Whether the caller chose the id, so that the request may be repeated. */
  readonly repeatable: boolean;
  /** Digest of a repeatable request's content without secrets; never stored as it is. */
  readonly digest: string;
  /** The published endpoint that was called. */
  readonly endpoint?: string;
  /**
   * Aborts when the client disconnects or the request's time is up; waiting then ends. Default:
   * after `REQUEST_MS`.
   */
  readonly signal?: AbortSignal;
  /** Approximate memory of the request while it waits, in bytes. */
  readonly bytes?: number;
  /**
   * The account, or a stranger's IP, that its waiting and its records of having changed nothing
   * count for; absent for the server's own work.
   */
  readonly account?: string;
  /** Absent for the server's own work. */
  readonly right?: Right;
}

/** Returns a request of the server itself. @param id default: a new id */
export const systemRequest = (id: string = newId()): Request => ({
  actor: 'system',
  id,
  repeatable: false,
  digest: '',
});
