import { plainText } from '@hzm/contracts/features/threads/mentions';
import type { ListedThread } from '@hzm/contracts/features/threads/thread';
import { IconStarFilled } from '@tabler/icons-react';
import { Link, type HistoryState } from '@tanstack/react-router';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatParts } from '../../../lib/list-text.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { PriorityBadge, StatusIcon } from '../badges.tsx';
import classes from '../Threads.module.css';

const TAGS = 3;
/** Higher counts are shown as `9+`. */
const MAX_COUNTED = 9;

interface Props {
  thread: ListedThread;
  isOpen: boolean;
  /** Whether it opens in place of the list, without a history entry. */
  inPlace?: boolean;
  /** Project of the thread, in a list across projects. */
  project?: { readonly id: string; readonly name: string | undefined };
}

/** A listed thread, bold and with a count if it is unread. */
export const ThreadCard = memo(function ThreadCard({
  thread,
  isOpen,
  inPlace = false,
  project,
}: Props) {
  const { id, unread_count, last_message } = thread;
  // The title of a comment is its first message, which needs no second line.
  const preview = plainText(last_message);
  const target = project
    ? {
        to: `/projects/${project.id}/endpoint-requests` as '.',
        search: { tab: 'chat', thread: id } as never,
      }
    : ({
        to: '.',
        search: ((before: object) => ({ ...before, thread: id, message: undefined })) as never,
        state: (before: HistoryState) => (inPlace ? before : { ...before, over: true }),
        replace: isOpen || inPlace,
        resetScroll: false,
      } as const);
  return (
    <Link
      {...target}
      className={classes.card}
      data-thread={id}
      data-unread={unread_count > 0}
      aria-current={isOpen ? 'true' : undefined}
    >
      <CardHead thread={thread} />
      {preview !== '' && preview !== thread.title && (
        <span className={classes.preview}>{preview}</span>
      )}
      <CardFoot project={project} thread={thread} />
    </Link>
  );
});

function CardHead({ thread }: { thread: ListedThread }) {
  const { t } = useTranslation('threads');
  const { status, title, is_starred, unread_count } = thread;
  return (
    <span className={classes.cardHead}>
      <StatusIcon status={status} />
      <span className={classes.cardTitle}>{title === '' ? t('titleErased') : title}</span>
      {is_starred && (
        <IconStarFilled size={16} role="img" aria-label={t('starred')} className={classes.star} />
      )}
      {unread_count > 0 && (
        <span
          className={`${classes.unread} hzm-figures`}
          role="img"
          aria-label={t('unread', { count: unread_count })}
        >
          {unread_count > MAX_COUNTED ? t('many', { count: MAX_COUNTED }) : unread_count}
        </span>
      )}
    </span>
  );
}

function CardFoot({
  project,
  thread,
}: {
  project?: { readonly id: string; readonly name: string | undefined };
  thread: ListedThread;
}) {
  const language = useLanguage();
  const { t } = useTranslation('threads');
  const { priority, tags, message_count, last_message_at } = thread;
  return (
    <span className={classes.cardFoot}>
      {project?.name !== undefined && <bdi className={classes.project}>{project.name}</bdi>}
      <PriorityBadge priority={priority} />
      {tags.slice(0, TAGS).map(tag => (
        <span key={tag} className={classes.tag}>
          {tag}
        </span>
      ))}
      {tags.length > TAGS && (
        <span className={classes.tag} title={formatParts(tags.slice(TAGS), language)}>
          +{tags.length - TAGS}
        </span>
      )}
      <span className={classes.cardAside}>
        {t('messageCount', { count: message_count })} · <RelativeTime at={last_message_at} />
      </span>
    </span>
  );
}
