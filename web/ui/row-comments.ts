import type { Table } from '@hzm/contracts/features/tables/table';
import type { ReactNode } from 'react';

/** What is said about a row, for whoever reads it: threads with something unread, those that are neither closed nor rejected, and the others. */
export interface RowMark {
  readonly unread: number;
  readonly open: number;
  readonly closed: number;
}

/** By row; a mark is the same as long as nothing of it changed. */
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

/** What is said about rows: another feature shows it. */
export interface RowComments {
  /** Tells how the rows of a table are marked, now and whenever that changes; draws nothing. */
  readonly marker: (table: Table, onMarks: (marks: RowMarks) => void) => ReactNode;
  readonly panel: (row: CommentedRow) => ReactNode;
}
