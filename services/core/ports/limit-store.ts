/** A window of a limit, which begins with its first count and ends `seconds` later. */
export interface LimitWindow {
  readonly key: string;
  readonly limit: number;
  readonly seconds: number;
}

export interface LimitExchange extends LimitWindow {
  /** Counts to add; negative gives counts back. */
  readonly spent: number;
  /** The window that `spent` belongs to, which it must not outlive; undefined before an answer. */
  readonly end: number | undefined;
  /** Further counts to lend, as far as the limit has room for them. */
  readonly want: number;
}

export interface LimitAnswer {
  /** Counts that this process may spend without asking again. */
  readonly lent: number;
  /** Counts in the window by all processes, lent ones included. */
  readonly used: number;
  /** When the window ends, in milliseconds since 1970 by the store's clock. */
  readonly end: number;
  /** Milliseconds until the window ends. */
  readonly left: number;
}

/** Limits that several processes count together. */
export interface LimitStore {
  /** Tells and borrows counts in one atomic step. @throws Unavailable */
  exchange(of: LimitExchange): Promise<LimitAnswer>;
  close(): Promise<void>;
}
