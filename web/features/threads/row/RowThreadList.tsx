import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { isDone, type ListedThread } from '@hzm/contracts/features/threads/thread';
import { Text } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import type { CommentedRow } from '../../../ui/row-comments.ts';
import { Waiting } from '../../../ui/Waiting.tsx';
import { More } from '../list/More.tsx';
import { ThreadCard } from '../list/ThreadCard.tsx';
import { UnsentItem } from '../messages/UnsentItem.tsx';
import type { Unsent } from '../model/outbox.ts';
import { discard, sendAgain, useUnsent } from '../outbox.live.ts';
import { aboutRow } from '../threads-search.ts';
import { loadMore, reloadThreads, useThreads } from '../threads.live.ts';
import { NewComment } from './NewComment.tsx';
import classes from '../Threads.module.css';

/** Focuses the card of the thread that was open last, because the focused element is gone. */
function useReturn(last: string | undefined): void {
  useEffect(() => {
    if (last !== undefined)
      document.querySelector<HTMLElement>(`[data-thread="${CSS.escape(last)}"]`)?.focus();
  }, [last]);
}

/** Threads about a row, open ones first, with a composer for a new one. */
export function RowThreadList({
  project,
  row,
  last,
}: {
  project: Project;
  row: CommentedRow;
  last: string | undefined;
}) {
  const { t } = useTranslation('threads');
  const of = aboutRow({ table_id: row.tableId, row_id: row.id });
  const { status, data, error } = useThreads(project.id, of);
  const unsent = useUnsent(of);
  useReturn(last);
  const mayWrite = mayAs(project.role, 'threads:write');
  const threads = data?.threads ?? [];
  const groups = [
    { name: t('row.open'), threads: threads.filter(one => !isDone(one)) },
    { name: t('filters.closed'), threads: threads.filter(isDone) },
  ].filter(group => group.threads.length > 0);
  const cursor = data?.nextCursor;
  if (row.state === 'unsaved')
    return <EmptyState icon={<IconMessages size={26} />} text={t('row.unsaved')} />;
  const isThere = row.state === 'there';
  const why = isThere ? (mayWrite ? null : t('readOnly')) : t('row.gone');
  return (
    <>
      <div className={classes.rowThreads} aria-busy={status === 'loading'}>
        {status === 'loading' && <Waiting text={t('loading')} heights={[84, 84]} gap="xs" />}
        {error && (
          <ErrorNotice
            error={error}
            title={t('row.failed')}
            onRetry={() => void reloadThreads(project.id, of)}
          />
        )}
        {status === 'ready' && threads.length === 0 && unsent.length === 0 && (
          <NoThreads mayWrite={why === null} />
        )}
        {unsent.length > 0 && <UnsentThreads unsent={unsent} project={project} />}
        {groups.map(group => (
          <ThreadGroup key={group.name} {...group} />
        ))}
        {cursor !== undefined && (
          <ul className={classes.cards}>
            <More key={cursor} onNear={() => loadMore(project.id, of, cursor)} />
          </ul>
        )}
      </div>
      {why === null ? (
        <NewComment key={row.id} project={project} row={row} />
      ) : (
        <p className={classes.closed}>{why}</p>
      )}
    </>
  );
}

function NoThreads({ mayWrite }: { mayWrite: boolean }) {
  const { t } = useTranslation('threads');
  return (
    <EmptyState icon={<IconMessages size={26} />} text={t('row.empty')}>
      {mayWrite && (
        <Text c="dimmed" size="sm">
          {t('row.emptyHint')}
        </Text>
      )}
    </EmptyState>
  );
}

function UnsentThreads({ unsent, project }: { unsent: readonly Unsent[]; project: Project }) {
  return (
    <ol className={classes.cards}>
      {unsent.map(one => (
        <UnsentItem
          key={one.id}
          projectId={project.id}
          unsent={one}
          onAgain={sendAgain}
          onDiscard={discard}
        />
      ))}
    </ol>
  );
}

function ThreadGroup({ name, threads }: { name: string; threads: readonly ListedThread[] }) {
  return (
    <section aria-label={name}>
      <h3 className={classes.groupName}>{name}</h3>
      <ul className={classes.cards}>
        {threads.map(thread => (
          <li key={thread.id}>
            <ThreadCard thread={thread} isOpen={false} inPlace />
          </li>
        ))}
      </ul>
    </section>
  );
}
