import type { Table } from '@hzm/contracts/features/tables/table';
import type { ReactNode } from 'react';

/**
 * How many threads there are about a row for its reader: with something unread, open, and done
 * (closed or rejected).
 */
export interface RowMark {
  readonly unread: number;
  readonly open: number;
  readonly closed: number;
}

/** By row. A mark stays the same object until it changes. */
export type RowMarks = ReadonlyMap<string, RowMark>;

/** A row whose comments are shown. */
export interface CommentedRow {
  readonly tableId: string;
  readonly id: string;
  /** Names the row with its table, as "Products: Tea". */
  readonly name: string;
  /** `unsaved`: only this browser knows it. */
  readonly state: 'there' | 'gone' | 'unsaved';
}

/**
 * Shows the comments on rows: the grid is given it by the route, since features do not import each
 * other.
 */
export interface RowComments {
  /** Calls `onMarks` with the marks of a table's rows, now and when they change; draws nothing. */
  readonly marker: (table: Table, onMarks: (marks: RowMarks) => void) => ReactNode;
  readonly panel: (row: CommentedRow) => ReactNode;
}
