import type { Table } from '@hzm/contracts/features/tables/table';
import type { ReactNode } from 'react';

/**
 * Renders the dialog that makes a personal link to a row. The route passes it to the grid, because
 * features do not import each other.
 */
export type RowLinks = (props: {
  readonly table: Table;
  /** The row that a link is made to; null: none. */
  readonly rowId: string | null;
  /** Told whether a form shows the table, now and on each change. */
  readonly onForms: (hasForms: boolean) => void;
  readonly onClose: () => void;
}) => ReactNode;
