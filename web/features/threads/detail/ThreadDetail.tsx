import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Button, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../../state/live-resource.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { NotHere } from '../../../ui/NotHere.tsx';
import { conversationOf } from '../conversation.live.ts';
import { OpenConversation } from './OpenConversation.tsx';
import { ThreadHead, type ThreadPlace } from './ThreadHead.tsx';
import classes from '../Threads.module.css';

interface Props {
  threadId: string;
  message: string | undefined;
  project: Project;
  /** Whether it is open in the project's threads or at its row. */
  place: ThreadPlace;
  onClose: () => void;
}

export function ThreadDetail({ threadId, message, project, place, onClose }: Props) {
  const { t } = useTranslation('threads');
  const loaded = useLive(conversationOf(threadId));
  const { data, error } = loaded;
  // A thread of another project is not shown here.
  const isElsewhere = data !== null && data.thread.project_id !== project.id;
  if (isElsewhere || (error && (error.status === 404 || error.status === 400))) {
    return (
      <NotHere title={t('missing')} text={t('missingText')}>
        <Button variant="default" onClick={onClose}>
          {t('back')}
        </Button>
      </NotHere>
    );
  }
  if (error)
    return (
      <ErrorNotice
        error={error}
        title={t('failedOne')}
        wordless={t('failedMessages')}
        onRetry={() => void conversationOf(threadId).reload()}
      />
    );
  if (data === null)
    return (
      <div className={classes.waiting} role="status">
        <Loader aria-hidden />
        {t('loadingMessages')}
      </div>
    );
  return (
    <article
      className={classes.detail}
      data-place={place}
      aria-label={data.thread.title === '' ? t('titleErased') : data.thread.title}
    >
      <ThreadHead
        thread={data.thread}
        mayWrite={mayAs(project.role, 'threads:write')}
        place={place}
        onClose={onClose}
      />
      <OpenConversation open={data} message={message} project={project} />
    </article>
  );
}
