import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../state/live-resource.ts';
import { useSession } from '../../state/use-session.ts';
import { Sheet } from '../../ui/Overlay.tsx';
import { notificationsFor } from './live.ts';
import { NotificationList } from './NotificationList.tsx';
import classes from './Notifications.module.css';

const MAX_COUNTED = 9;

/** Button with the number of unread notifications, which opens the list. */
export function Bell() {
  const { t } = useTranslation('notifications');
  const { user } = useSession();
  const loaded = useLive(notificationsFor(user.id));
  const [opened, { open, close }] = useDisclosure(false);
  const unread = loaded.data?.unread ?? 0;
  const label = unread === 0 ? t('title') : t('unread', { count: unread });
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        className={classes.bell}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        onClick={open}
      >
        <IconBell size={19} aria-hidden />
        {unread > 0 && (
          <span className={classes.count} aria-hidden>
            {unread > MAX_COUNTED ? `${MAX_COUNTED}+` : unread}
          </span>
        )}
      </ActionIcon>
      <VisuallyHidden role="status" className={classes.unseen}>
        {unread > 0 && label}
      </VisuallyHidden>
      <Sheet opened={opened} onClose={close} size="min(420px, 100%)" title={t('title')}>
        {opened && (
          <NotificationList
            loaded={loaded}
            onRetry={() => void notificationsFor(user.id).reload()}
            onClose={close}
          />
        )}
      </Sheet>
    </>
  );
}
