import { listDeletedRows } from '@hzm/contracts/features/rows/api';
import { useEffect, useEffectEvent, useState } from 'react';
import { watch } from '../../realtime/socket.ts';
import { useAnswer } from '../../ui/use-answer.ts';

const PAGE_SIZE = 50;

/** A page of a table's deleted rows, loaded again when rows come or go. */
export function useDeletedRows(tableId: string) {
  /** The cursors of the pages before and of this one. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const asked = useAnswer(listDeletedRows, {
    params: { tableId },
    query: { limit: PAGE_SIZE, fieldKey: 'id', ...(cursor !== undefined && { cursor }) },
  });
  const again = useEffectEvent(asked.reloadFrom);
  useEffect(
    () =>
      watch(`table:${tableId}`, {
        onChanges: ({ position, changes }) => {
          if (changes.some(({ op }) => op !== 'patch')) again(position);
        },
        onRefetch: () => again(''),
      }),
    [tableId],
  );
  const next = asked.data?.nextCursor;
  return {
    ...asked,
    onNewer: cursors.length > 0 ? () => setCursors(cursors.slice(0, -1)) : undefined,
    onOlder: next === undefined ? undefined : () => setCursors([...cursors, next]),
  };
}
