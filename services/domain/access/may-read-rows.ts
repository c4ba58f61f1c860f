import { Problem } from '@hzm/contracts/core/problem';
import type { Context } from '@hzm/services/core/engine';
import { authorize } from './authorize.ts';

/** Whether the caller may read the rows of a table. */
export const mayReadRows = (
  { engine, caller }: Pick<Context, 'engine' | 'caller'>,
  tableId: string,
): Promise<boolean> =>
  authorize(
    engine,
    caller,
    { access: 'rows:read', method: 'GET', kind: 'query' },
    { tableId },
  ).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem) return false;
      throw error;
    },
  );
