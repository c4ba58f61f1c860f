import type { BinEntry } from '@hzm/contracts/features/tables/bin';
import { listBin } from '@hzm/contracts/features/tables/bin-api';
import { useEffect, useEffectEvent, useState } from 'react';
import { watch } from '../../realtime/socket.ts';
import { useAnswer } from '../../ui/use-answer.ts';

const PAGE_SIZE = 50;

/** A page of a project's deleted tables or fields, loaded again when its tables change. */
export function useSchemaBin(projectId: string, kind: BinEntry['kind']) {
  const [page, setPage] = useState(1);
  const asked = useAnswer(listBin, {
    params: { projectId },
    query: { kind, page, limit: PAGE_SIZE },
  });
  const again = useEffectEvent(asked.reloadFrom);
  useEffect(
    () =>
      watch(`project:${projectId}`, {
        onChanges: ({ position, changes }) => {
          if (changes.some(change => change.kind === 'table')) again(position);
        },
        onRefetch: () => again(''),
      }),
    [projectId],
  );
  const { entries, pagination } = asked.data ?? { entries: null, pagination: null };
  const pages = pagination?.totalPages ?? 1;
  // The last of a page came back.
  if (pagination && page > Math.max(1, pages)) setPage(Math.max(1, pages));
  return {
    ...asked,
    entries,
    total: pagination?.total ?? 0,
    onNewer: page > 1 ? () => setPage(page - 1) : undefined,
    onOlder: page < pages ? () => setPage(page + 1) : undefined,
  };
}
