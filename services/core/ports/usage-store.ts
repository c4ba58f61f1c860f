/** A recorded use. */
export interface Use {
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly call: string;
  readonly status: number;
}

/** Counts of uses; `wrong` counts refused ones. */
export interface Counts {
  readonly used: number;
  readonly wrong: number;
}

/** Counts to add for one subject and day (UTC). */
export interface Addition extends Counts {
  readonly subject: string;
  /** YYYY-MM-DD */
  readonly day: string;
  readonly lastUsed: string | null;
  readonly lastWrong: string | null;
  /** Ordered by time; only the last ones are stored. */
  readonly uses: readonly Use[];
}

/** The usage of one subject. */
export interface Usage extends Counts {
  readonly lastUsed: string | null;
  readonly lastWrong: string | null;
  /** The stored days, unordered. */
  readonly days: readonly (Counts & { readonly day: string })[];
  /** The last uses, ordered by time. */
  readonly uses: readonly Use[];
}

/** Maximum uses stored per subject. */
export const USES_KEPT = 20;
/** Days stored per subject. */
export const DAYS_KEPT = 30;

/**
 * Usage counts outside the log, because no command decides by them. Shared by the processes of an
 * installation.
 */
export interface UsageStore {
  /** @throws Unavailable */
  add(additions: readonly Addition[]): Promise<void>;
  /**
   * Returns usage by subject; unused subjects are missing.
   * @throws Unavailable
   */
  of(subjects: readonly string[]): Promise<ReadonlyMap<string, Usage>>;
  /**
   * Deletes all data of subjects.
   * @throws Unavailable
   */
  forget(subjects: readonly string[]): Promise<void>;
  /**
   * Deletes earlier days, and subjects that were only seen (no recorded or wrong use) and not
   * since.
   * @throws Unavailable
   */
  forgetBefore(day: string): Promise<void>;
  close(): Promise<void>;
}
