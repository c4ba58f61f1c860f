import type { Ask, Target } from '../load.ts';

/**
 * A running product that stores rows behind REST, with one table of the fields of `rowOf` and
 * `ROWS` rows.
 */
export interface Peer {
  readonly name: string;
  readonly target: Target;
  /** Requests of each measure. */
  readonly asks: Readonly<Record<Measure, Ask>>;
  /** Returns the resident memory in MiB. */
  readonly memory: () => number;
  stop(): Promise<void>;
}

export const MEASURES = ['create', 'update', 'read one', 'list 50', 'contains'] as const;
export type Measure = (typeof MEASURES)[number];

/** Rows in the table before measuring. */
export const ROWS = 20_000;

/** Returns three digits that occur in some of the texts, different for each `n`. */
export const digits = (n: number): string => String(100 + (n % 900));
