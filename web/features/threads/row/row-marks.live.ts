import type { ReadMark } from '@hzm/contracts/features/read-marks/read-mark';
import { listRowThreads } from '@hzm/contracts/features/threads/api';
import type { Thread } from '@hzm/contracts/features/threads/thread';
import { useEffect, useMemo } from 'react';
import { watch } from '../../../realtime/socket.ts';
import { store } from '../../../state/jotai.ts';
import { liveResource, resources, useLive } from '../../../state/live-resource.ts';
import { sessionAtom } from '../../../state/session.ts';
import { useSession } from '../../../state/use-session.ts';
import type { RowMarks } from '../../../ui/row-comments.ts';
import { byRow, marksOf, withRead, withThread, type RowThreads } from '../model/row-marks.ts';

/** Threads about the rows of a table: loaded once, then followed on the project's topic. */
const rowThreads = resources<RowThreads>(key => {
  const [projectId, tableId] = key.split('/') as [string, string];
  return liveResource<RowThreads>({
    topic: `threads:${projectId}`,
    load: async ask => byRow((await ask(listRowThreads, { params: { tableId } })).threads),
    apply: (known, { kind, op, doc, actor }) => {
      if (kind !== 'thread' || op !== 'put') return known;
      const said = doc as unknown as Thread;
      return said.row?.table_id === tableId
        ? withThread(known, said, actor?.id === store.get(sessionAtom)?.user.id)
        : known;
    },
  });
});

const none: RowMarks = new Map();

/** Live badges of a table's rows; empty while loading. */
export function useRowMarks(projectId: string, tableId: string): RowMarks {
  const { user } = useSession();
  const threads = rowThreads(`${projectId}/${tableId}`);
  useEffect(
    () =>
      watch(`user:${user.id}`, {
        onChanges: ({ changes }) => {
          for (const { kind, doc } of changes)
            if (kind === 'read-mark')
              threads.update(known => withRead(known, doc as unknown as ReadMark, projectId));
        },
        onRefetch: () => void threads.reload(),
      }),
    [threads, user.id, projectId],
  );
  const { data } = useLive(threads);
  return useMemo(() => (data === null ? none : marksOf(data)), [data]);
}
