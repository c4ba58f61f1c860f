/** A file with failures; `names` are the failed tests. */
export interface FailedFile {
  readonly project: string;
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly names: readonly string[];
}

/** A file without failures; `names` are the passed tests, `isWhole` if all passed. */
export interface PassedFile {
  readonly project: string;
  readonly file: string;
  readonly names: readonly string[];
  readonly isWhole: boolean;
}

/** Outcome of a run for the driver. `need` is the missing need of a skipped test. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** Files of all failures; undefined if an error was outside of files. */
  readonly failedIn: readonly FailedFile[] | undefined;
  readonly passedIn: readonly PassedFile[];
  readonly skipped: readonly {
    readonly test: string;
    readonly need: string | undefined;
    readonly reason: string;
  }[];
}
