/** A file of which something failed; `names`: the tests that did. */
export interface FailedFile {
  readonly project: string;
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly names: readonly string[];
}

/** A file of which nothing failed; `names`: the tests that passed, `isWhole`: all of them. */
export interface PassedFile {
  readonly project: string;
  readonly file: string;
  readonly names: readonly string[];
  readonly isWhole: boolean;
}

/** What the driver learns of a run. `need` names what a skipped test lacked. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** The files in which all of these failed, if no error was outside of them. */
  readonly failedIn: readonly FailedFile[] | undefined;
  readonly passedIn: readonly PassedFile[];
  readonly skipped: readonly {
    readonly test: string;
    readonly need: string | undefined;
    readonly reason: string;
  }[];
}
