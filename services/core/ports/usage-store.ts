/** One use of something, as it is remembered. */
export interface Use {
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly call: string;
  readonly status: number;
}

/** What was counted; `wrong`: how often it was refused. */
export interface Counts {
  readonly used: number;
  readonly wrong: number;
}

/** What is added for one subject: of one day, in UTC. */
export interface Addition extends Counts {
  readonly subject: string;
  /** YYYY-MM-DD */
  readonly day: string;
  readonly lastUsed: string | null;
  readonly lastWrong: string | null;
  /** In their order; only the last ones are kept. */
  readonly uses: readonly Use[];
}

/** What is known of one subject. */
export interface Usage extends Counts {
  readonly lastUsed: string | null;
  readonly lastWrong: string | null;
  /** The days that are kept, in no order. */
  readonly days: readonly (Counts & { readonly day: string })[];
  /** The last ones, in their order. */
  readonly uses: readonly Use[];
}

/** So many uses of one subject are remembered. */
export const USES_KEPT = 20;
/** So many days. */
export const DAYS_KEPT = 30;

/**
 * Counts uses of things apart from the log: nothing of it is a fact that a command decides by.
 * Shared by the processes of an installation.
 */
export interface UsageStore {
  /** @throws Unavailable */
  add(additions: readonly Addition[]): Promise<void>;
  /** By subject; what was never used is missing. @throws Unavailable */
  of(subjects: readonly string[]): Promise<ReadonlyMap<string, Usage>>;
  /** Forgets subjects altogether. @throws Unavailable */
  forget(subjects: readonly string[]): Promise<void>;
  /**
   * Forgets the days before, and altogether what was only seen (no use is remembered, none was
   * wrong) and not since. @throws Unavailable
   */
  forgetBefore(day: string): Promise<void>;
  close(): Promise<void>;
}
