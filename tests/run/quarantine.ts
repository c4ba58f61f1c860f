/** A flaky test that is skipped in every project until it is mended. */
export interface Quarantined {
  readonly file: string;
  /** Name with those of its suites: `suite > test`. */
  readonly name: string;
  readonly reason: string;
}

export const quarantine: readonly Quarantined[] = [];
