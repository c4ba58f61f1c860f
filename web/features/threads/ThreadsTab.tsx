import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Loader, Text } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useRoomBelow } from '../../ui/use-room-below.ts';
import { takeMessage } from './conversation.live.ts';
import { ThreadDetail } from './detail/ThreadDetail.tsx';
import { ThreadList } from './list/ThreadList.tsx';
import { NewThreadDialog } from './new/NewThreadDialog.tsx';
import { startSending } from './outbox.live.ts';
import { reloadThreads, useThreads } from './threads.live.ts';
import { useAddress } from './use-address.ts';
import classes from './Threads.module.css';

/** Threads of a project: their list beside the open one; on a phone one or the other. */
export function ThreadsTab({ project }: { project: Project }) {
  const { t } = useTranslation('threads');
  const address = useAddress();
  const { filter = 'all', thread } = address.search;
  const loaded = useThreads(project.id, filter);
  const room = useRoomBelow<HTMLDivElement>();
  const mayWrite = mayAs(project.role, 'threads:write');
  useEffect(() => startSending(takeMessage), []);
  return (
    <div
      ref={room}
      className={classes.centre}
      data-open={thread !== undefined}
      data-failed={loaded.status === 'error'}
    >
      <ThreadList projectId={project.id} loaded={loaded} address={address} mayWrite={mayWrite} />
      <div className={classes.side}>
        {thread !== undefined && (
          <ThreadDetail
            key={thread}
            threadId={thread}
            message={address.search.message}
            project={project}
            place="project"
            onClose={address.close}
          />
        )}
        {thread === undefined && loaded.status === 'loading' && (
          <div role="status" className={classes.waiting}>
            <Loader size="sm" aria-hidden />
            <Text>{t('loading')}</Text>
          </div>
        )}
        {thread === undefined && loaded.status === 'error' && (
          <ErrorNotice
            error={loaded.error}
            title={t(loaded.error.status === 401 ? 'signedOut' : 'failed')}
            wordless={t('failedFetch')}
            onRetry={() => void reloadThreads(project.id, filter)}
          />
        )}
        {thread === undefined && loaded.status === 'ready' && (
          <EmptyState icon={<IconMessageCircle size={26} />} text={t('noneOpen')} />
        )}
      </div>
      {mayWrite && (
        <NewThreadDialog
          projectId={project.id}
          opened={address.search.new === true}
          onClose={address.closeNew}
          onOpened={address.show}
        />
      )}
    </div>
  );
}
