import type { Table } from '@hzm/contracts/features/tables/table';
import type { ReactNode } from 'react';

/** Numbers of threads about a row for its reader: unread, open, and closed or rejected. */
export interface RowMark {
  readonly unread: number;
  readonly open: number;
  readonly closed: number;
}

/** Marks by row. A mark stays the same object until it changes. */
export type RowMarks = ReadonlyMap<string, RowMark>;

/** A row whose comments are shown. */
export interface CommentedRow {
  readonly tableId: string;
  readonly id: string;
  /** Name of the row with its table, as "Products: Tea". */
  readonly name: string;
  /** `unsaved` means that only this browser has it. */
  readonly state: 'there' | 'gone' | 'unsaved';
}

/**
 * Renders comments on rows. The route passes it to the grid, because features do not import each
 * other.
 */
export interface RowComments {
  /**
   * Renders nothing and calls `onMarks` with the marks of a table's rows, now and on each change.
   */
  readonly marker: (table: Table, onMarks: (marks: RowMarks) => void) => ReactNode;
  readonly panel: (row: CommentedRow) => ReactNode;
}
