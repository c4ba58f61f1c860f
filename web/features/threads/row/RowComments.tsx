import type { Project } from '@hzm/contracts/features/projects/project';
import { useEffect, useState } from 'react';
import type { CommentedRow } from '../../../ui/row-comments.ts';
import { useEscape } from '../../../ui/use-overlay.ts';
import { takeMessage } from '../conversation.live.ts';
import { ThreadDetail } from '../detail/ThreadDetail.tsx';
import { startSending } from '../outbox.live.ts';
import { useAddress } from '../use-address.ts';
import { RowThreadList } from './RowThreadList.tsx';
import classes from '../Threads.module.css';

/** Threads about a row, or the open one in their place. Escape returns to the list first. */
export function RowComments({ project, row }: { project: Project; row: CommentedRow }) {
  const {
    search: { thread, message },
    list,
  } = useAddress();
  const [last, setLast] = useState<string>();
  if (thread !== undefined && thread !== last) setLast(thread);
  const close = (): void => list({ thread: undefined, message: undefined });
  useEscape(thread !== undefined, close);
  useEffect(() => startSending(takeMessage), []);
  return (
    <div className={classes.ofRow}>
      {thread === undefined ? (
        <RowThreadList project={project} row={row} last={last} />
      ) : (
        <ThreadDetail
          key={thread}
          threadId={thread}
          message={message}
          project={project}
          place="row"
          onClose={close}
        />
      )}
    </div>
  );
}
