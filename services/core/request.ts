/** One request to change something: the actor, and the request's id. */
export interface Request {
  readonly actor: string;
  readonly id: string;
  /** The caller chose the id, so it may come again. */
  readonly repeatable: boolean;
  /** Of what a repeatable one asks for, without secrets. Never kept as it is. */
  readonly digest: string;
  /** The published endpoint that it came through. */
  readonly endpoint?: string;
  /**
   * Aborts when the client is gone or the request's time is up: what only waits gives up then.
   * Default: after `REQUEST_MS`.
   */
  readonly signal?: AbortSignal;
  /** About how much memory the request holds while it waits. */
  readonly bytes?: number;
  /** The account that its waiting is counted for; absent: the server's own work. */
  readonly account?: string;
}
