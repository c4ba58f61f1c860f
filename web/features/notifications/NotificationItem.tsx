import type { Notification } from '@hzm/contracts/features/notifications/notification';
import { Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { InvitationActions } from './InvitationActions.tsx';
import classes from './Notifications.module.css';

/** A notification that links to its subject. */
export function NotificationItem({
  notification: { id, kind, at, actor, name, projectName, step, role, link, readAt },
  onOpen,
  onClose,
}: {
  notification: Notification;
  onOpen: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['notifications', 'requests', 'common']);
  const values = {
    name: name === '' ? t('titleErased') : (name ?? ''),
    project: projectName ?? t('unnamed'),
    step: step === null ? '' : t(`requests:statuses.${step}`),
    role: role === null ? '' : t(`common:roles.${role}`),
  };
  const isUnread = readAt === null;
  const text = (
    <>
      <Text span size="sm" fw={isUnread ? 600 : 400} className={classes.text}>
        {isUnread && <VisuallyHidden className={classes.unseen}>{t('isUnread')} </VisuallyHidden>}
        {t(`kinds.${kind}`, values)}
      </Text>
      <Text span size="xs" c="dimmed" className={classes.text}>
        {[actor?.name, kind === 'request-step' ? projectName : null]
          .filter(part => part)
          .map(part => `${part} · `)
          .join('')}
        <RelativeTime at={at} />
      </Text>
    </>
  );
  const answers = kind === 'invitation' && <InvitationActions id={id} onClose={onClose} />;
  // Without a link it is only read.
  if (link === null && !isUnread)
    return (
      <li data-notification={id}>
        <div className={classes.item}>{text}</div>
        {answers}
      </li>
    );
  return (
    <li data-notification={id}>
      <button
        type="button"
        className={classes.item}
        data-unread={isUnread || undefined}
        onClick={onOpen}
      >
        {text}
      </button>
      {answers}
    </li>
  );
}
