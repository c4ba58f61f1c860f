import {
  isDone,
  type ListedThread,
  type ThreadStatus,
} from '@hzm/contracts/features/threads/thread';
import { ActionIcon, Menu, Title, Tooltip } from '@mantine/core';
import {
  IconArrowLeft,
  IconCircleCheck,
  IconDots,
  IconExternalLink,
  IconLock,
  IconMessageCheck,
  IconPencil,
  IconRotate,
  IconStar,
  IconStarFilled,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { menuOf } from '../../../ui/menu-of.ts';
import { PriorityBadge, StatusBadge } from '../badges.tsx';
import { EditThreadDialog } from '../new/EditThreadDialog.tsx';
import { RowLink } from '../row/RowLink.tsx';
import { useThreadActions } from './use-thread-actions.ts';
import classes from '../Threads.module.css';

const moves: readonly { readonly to: ThreadStatus; readonly icon: Icon }[] = [
  { to: 'replied', icon: IconMessageCheck },
  { to: 'closed', icon: IconLock },
  { to: 'rejected', icon: IconX },
  { to: 'waiting_reply', icon: IconRotate },
];

/** Whether a thread is open in its project's threads or at its row. */
export type ThreadPlace = 'project' | 'row';

export function ThreadHead({
  thread,
  mayWrite,
  place,
  onClose,
}: {
  thread: ListedThread;
  mayWrite: boolean;
  place: ThreadPlace;
  onClose: () => void;
}) {
  const { t } = useTranslation('threads');
  const actions = useThreadActions(thread);
  const [isEditing, setEditing] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  // On a narrow screen the thread replaces the list, so it takes the focus.
  useEffect(() => {
    if (place === 'row' || matchMedia('(max-width: 62em)').matches) title.current?.focus();
  }, [place]);
  const isOver = isDone(thread);
  return (
    <header className={classes.head}>
      <div className={classes.headMain}>
        <BackButton onClose={onClose} />
        <Title order={2} size="h5" ref={title} tabIndex={-1} className={classes.title}>
          {thread.title === '' ? t('titleErased') : thread.title}
        </Title>
        <StarButton thread={thread} actions={actions} />
        {mayWrite && place === 'row' && <DoneSwitch isOver={isOver} actions={actions} />}
        {mayWrite && <StatusMenu thread={thread} actions={actions} setEditing={setEditing} />}
        <CloseButton onClose={onClose} />
      </div>
      <HeadFoot thread={thread} place={place} />
      <EditThreadDialog
        thread={thread}
        opened={isEditing}
        onClose={() => setEditing(false)}
        focusTo={() => menuOf(thread.id)}
      />
    </header>
  );
}

function BackButton({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('threads');
  return (
    <Tooltip label={t('back')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        className={classes.back}
        aria-label={t('back')}
        onClick={onClose}
      >
        <IconArrowLeft size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function StarButton({
  thread,
  actions,
}: {
  thread: ListedThread;
  actions: ReturnType<typeof useThreadActions>;
}) {
  const { t } = useTranslation('threads');
  return (
    <Tooltip label={t(thread.is_starred ? 'unstar' : 'star')}>
      <ActionIcon
        variant="subtle"
        color={thread.is_starred ? 'yellow' : 'gray'}
        size="lg"
        aria-label={t('star')}
        aria-pressed={thread.is_starred}
        loading={actions.busy}
        onClick={() => void actions.star()}
      >
        {thread.is_starred ? (
          <IconStarFilled size={20} aria-hidden />
        ) : (
          <IconStar size={20} aria-hidden />
        )}
      </ActionIcon>
    </Tooltip>
  );
}

function DoneSwitch({
  isOver,
  actions,
}: {
  isOver: boolean;
  actions: ReturnType<typeof useThreadActions>;
}) {
  const { t } = useTranslation('threads');
  return (
    <Tooltip label={t(isOver ? 'moves.waiting_reply' : 'moves.closed')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t(isOver ? 'moves.waiting_reply' : 'moves.closed')}
        onClick={() => void actions.move(isOver ? 'waiting_reply' : 'closed')}
      >
        {isOver ? <IconRotate size={20} aria-hidden /> : <IconCircleCheck size={20} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}

function StatusMenu({
  thread,
  actions,
  setEditing,
}: {
  thread: ListedThread;
  actions: ReturnType<typeof useThreadActions>;
  setEditing: (value: boolean) => void;
}) {
  const { t } = useTranslation('threads');
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('options')}
          data-menu-of={thread.id}
        >
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {moves.map(({ to, icon: Drawn }) => (
          <Menu.Item
            key={to}
            leftSection={<Drawn size={16} aria-hidden />}
            disabled={thread.status === to}
            onClick={() => void actions.move(to)}
          >
            {t(`moves.${to}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => setEditing(true)}
        >
          {t('edit.open')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function CloseButton({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('threads');
  return (
    <Tooltip label={t('close')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        className={classes.close}
        aria-label={t('close')}
        onClick={onClose}
      >
        <IconX size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function HeadFoot({ thread, place }: { thread: ListedThread; place: ThreadPlace }) {
  const { t } = useTranslation('threads');
  return (
    <div className={classes.headFoot}>
      <StatusBadge status={thread.status} />
      <PriorityBadge priority={thread.priority} />
      <span className={classes.tag}>{t(`categories.${thread.category}`)}</span>
      {thread.tags.map(tag => (
        <span key={tag} className={classes.tag}>
          {tag}
        </span>
      ))}
      {place === 'project' && thread.row !== null && (
        <RowLink thread={{ ...thread, row: thread.row }} />
      )}
      {place === 'row' && (
        <Link
          to="/projects/$id/endpoint-requests"
          params={{ id: thread.project_id }}
          search={{ tab: 'chat', thread: thread.id } as never}
          className={classes.rowLink}
        >
          <IconExternalLink size={15} aria-hidden />
          {t('row.toCentre')}
        </Link>
      )}
    </div>
  );
}
