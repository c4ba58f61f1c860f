import type { BinEntry } from '@hzm/contracts/features/tables/bin';
import { listBin } from '@hzm/contracts/features/tables/bin-api';
import { useState } from 'react';
import { useAnswer } from '../../ui/use-answer.ts';
import { useChanges } from '../../ui/use-changes.ts';

const PAGE_SIZE = 50;
/** A table's fields are part of it. */
const OF_BIN: ReadonlySet<string> = new Set(['table']);

/** A page of a project's deleted tables or fields, loaded again when its tables change. */
export function useSchemaBin(projectId: string, kind: BinEntry['kind']) {
  const [page, setPage] = useState(1);
  const asked = useAnswer(listBin, {
    params: { projectId },
    query: { kind, page, limit: PAGE_SIZE },
  });
  useChanges(projectId, OF_BIN, asked.reloadFrom);
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
