import { listProjectBin } from '@hzm/contracts/features/projects/bin-api';
import { useEffect, useEffectEvent, useState } from 'react';
import { watch } from '../realtime/socket.ts';
import { useSession } from '../state/use-session.ts';
import { useAnswer } from './use-answer.ts';

/** A page of the reader's deleted projects, loaded again when their projects change. */
export function useProjectBin(limit = 50) {
  const { user } = useSession();
  const [page, setPage] = useState(1);
  const asked = useAnswer(listProjectBin, { query: { page, limit } });
  const again = useEffectEvent(asked.reloadFrom);
  useEffect(
    () =>
      watch(`user:${user.id}`, {
        onChanges: ({ position, changes }) => {
          if (changes.some(({ kind }) => kind === 'project')) again(position);
        },
        onRefetch: () => again(''),
      }),
    [user.id],
  );
  const { projects, pagination } = asked.data ?? { projects: null, pagination: null };
  const pages = pagination?.totalPages ?? 1;
  // The last of a page came back.
  if (pagination && page > Math.max(1, pages)) setPage(Math.max(1, pages));
  return {
    ...asked,
    projects,
    total: pagination?.total ?? 0,
    onNewer: page > 1 ? () => setPage(page - 1) : undefined,
    onOlder: page < pages ? () => setPage(page + 1) : undefined,
  };
}
