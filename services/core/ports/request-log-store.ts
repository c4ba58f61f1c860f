/** Maximum time for which a process holds an entry before it adds it, in milliseconds. */
export const HELD_MS = 3_600_000;
/** Time for which a store knows what it has forgotten; twice as long, as clocks differ. */
export const FORGOTTEN_MS = 2 * HELD_MS;

export type LogSource = 'http' | 'deploy';

/**
 * The shape that many entries share: all of it comes from the code, so that there are few of them.
 * Events of a process (`deploy`) have empty methods and routes, and status 0.
 */
export interface LogKind {
  readonly source: LogSource;
  readonly method: string;
  /** The pattern of the path, `/data/table/:tableId`; empty for an unknown path. */
  readonly route: string;
  /** Name of the call, or of what happened to a process. */
  readonly name: string;
  readonly status: number;
  /** Code of the refusal; empty for none. */
  readonly code: string;
  /** A version, or a view; empty for requests. */
  readonly detail: string;
}

/** An answered request, or an event of a process. Absent ids are empty texts. */
export interface LogEntry extends LogKind {
  /** A UUIDv7, which holds the time. */
  readonly id: string;
  readonly ms: number;
  readonly bytes: number;
  /** Id of the person, key or process; `anonymous` or `master`. */
  readonly actor: string;
  /** The account that pays, whose share of the log the entry takes. */
  readonly account: string;
  readonly project: string;
  /** The request id. */
  readonly request: string;
  /** Position of the last event that the request wrote. */
  readonly position: string;
}

export interface LogQuery {
  /** Absent: entries of all projects and of none. */
  readonly project?: string;
  /** Not together with `project`. */
  readonly account?: string;
  /** Indexed only together with `project` or `account`. */
  readonly actor?: string;
  readonly source?: LogSource;
  /** `failed`: from status 400; `refused`: below 500; `broken`: from 500. */
  readonly outcome?: 'failed' | 'fine' | 'refused' | 'broken';
  /** A part of the route, name, code or status, folded; or a whole request id. */
  readonly text?: string;
  /** Only later entries than this id. */
  readonly after?: string;
  /** Only earlier entries than this id. */
  readonly before?: string;
}

export interface LogBounds {
  /** Entries earlier than this id are removed. */
  readonly before: string;
  /** Maximum entries; beyond it, the account with the most entries loses its oldest. */
  readonly most: number;
}

/**
 * Answered requests and events of processes, beside the event log, because no command decides by
 * them. Shared by the processes of an installation.
 */
export interface RequestLogStore {
  /** Bytes that an entry takes with its indexes, by which the size of the log is bounded. */
  readonly bytesOfEntry: number;
  /**
   * Adds entries; those with a known id are left out, and those of a forgotten account or project.
   * @throws Unavailable
   */
  add(entries: readonly LogEntry[]): Promise<void>;
  /**
   * Returns the newest matching entries, newest first.
   * @throws Unavailable
   */
  find(query: LogQuery, limit: number): Promise<readonly LogEntry[]>;
  /**
   * Counts matching entries up to `most`.
   * @throws Unavailable
   */
  count(query: LogQuery, most: number): Promise<number>;
  /**
   * Removes some entries beyond the bounds; returns their number, 0 once none is left.
   * @throws Unavailable
   */
  trim(bounds: LogBounds): Promise<number>;
  /**
   * Removes the entries of accounts and of projects, and leaves out later ones for `FORGOTTEN_MS`.
   * @throws Unavailable
   */
  forget(gone: {
    readonly accounts?: readonly string[];
    readonly projects?: readonly string[];
  }): Promise<void>;
  close(): Promise<void>;
}
