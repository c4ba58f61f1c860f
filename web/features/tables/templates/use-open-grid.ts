import type { Table } from '@hzm/contracts/features/tables/table';
import { useNavigate } from '@tanstack/react-router';

/**
 * Opens new tables in their grids, the oldest row first, so that rows go on downwards.
 * @param replaces the entry in the browser's history, as that of a dialog
 */
export function useOpenGrid(replaces = false): (table: Pick<Table, 'id' | 'projectId'>) => void {
  const navigate = useNavigate();
  return ({ id, projectId }) =>
    void navigate({
      to: '/projects/$id/data',
      params: { id: projectId },
      search: { table: id, sort: 'created_at' } as never,
      replace: replaces,
    });
}
