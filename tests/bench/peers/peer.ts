import type { Ask, Target } from '../load.ts';

/**
 * Another product that keeps rows behind REST, running, with one table of the fields of `rowOf`
 * that holds `ROWS` rows.
 */
export interface Peer {
  readonly name: string;
  readonly target: Target;
  /** What each measure asks of it. */
  readonly asks: Readonly<Record<Measure, Ask>>;
  /** Resident memory in MiB. */
  readonly memory: () => number;
  stop(): Promise<void>;
}

export const MEASURES = ['create', 'update', 'read one', 'list 50', 'contains'] as const;
export type Measure = (typeof MEASURES)[number];

/** Rows in the table before anything is measured. */
export const ROWS = 20_000;

/** Three digits that stand in some of the texts, each time others. */
export const digits = (n: number): string => String(100 + (n % 900));
