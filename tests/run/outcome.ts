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
  readonly passedIn: readonly PassedFile[];
  readonly skipped: readonly {
    readonly test: string;
    readonly need: string | undefined;
    readonly reason: string;
  }[];
}
