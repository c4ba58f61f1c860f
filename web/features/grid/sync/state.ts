import type { ApiError } from '../../../lib/api-error.ts';
import type { Activity } from '../model/activity.ts';
import type { PageIndex } from '../model/page-index.ts';
import type { Table } from '../model/reconcile.ts';

/** One table as a screen sees it. */
export interface Grid {
  readonly status: 'loading' | 'ready' | 'error';
  readonly error: ApiError | null;
  readonly table: Table;
  readonly places: PageIndex;
  readonly activity: Activity | null;
  /** Why nothing comes any more: the right ended, or the table is gone. */
  readonly ended: string | null;
  /** Why the server could not take the last change, as a code; it is sent again. */
  readonly trouble: string | null;
}
