import { listNotifications, readNotifications } from '@hzm/contracts/features/notifications/api';
import type { Notification } from '@hzm/contracts/features/notifications/notification';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconBell, IconChecks } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { dayOf, formatLongDay } from '../../lib/values/date-text.ts';
import type { Loaded } from '../../state/live-resource.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import type { NotificationPage } from './live.ts';
import { NotificationItem } from './NotificationItem.tsx';
import classes from './Notifications.module.css';

/** Follows the link of a notification, which is read then. */
function useOpen(onClose: () => void): (notification: Notification) => void {
  const { history } = useRouter();
  return ({ id, link, readAt }) => {
    // A failure is ignored, because the opened page marks it as read, too.
    if (readAt === null) send(readNotifications, { body: { ids: [id] } }).catch(() => undefined);
    if (link === null) return;
    onClose();
    history.push(link);
  };
}

export function NotificationList({
  loaded,
  onRetry,
  onClose,
}: {
  loaded: Loaded<NotificationPage>;
  onRetry: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('notifications');
  const open = useOpen(onClose);
  const [today] = useState(() => dayOf(new Date()));
  const [older, setOlder] = useState<NotificationPage | null>(null);
  const { busy, error, run } = useSending();
  if (loaded.status === 'loading')
    return <Waiting text={t('loading')} heights={[58, 58, 58]} gap="xs" />;
  if (loaded.status === 'error')
    return <ErrorNotice error={loaded.error} title={t('failed')} onRetry={onRetry} />;
  const { notifications: newest, unread } = loaded.data;
  if (newest.length === 0) return <EmptyState icon={<IconBell size={26} />} text={t('empty')} />;
  // Notifications changed since the last load are among the newest again.
  const all = [
    ...newest,
    ...(older?.notifications ?? []).filter(one => !newest.some(({ id }) => id === one.id)),
  ];
  const nextCursor = older ? older.nextCursor : loaded.data.nextCursor;
  const readAll = (): Promise<void> =>
    run(async () => {
      await send(readNotifications, { body: { upTo: newest[0]!.position } });
    });
  const more = (cursor: string): Promise<void> =>
    run(async () => {
      const { data } = await send(listNotifications, { query: { cursor } });
      setOlder(before => ({
        ...data,
        notifications: [...(before?.notifications ?? []), ...data.notifications],
      }));
    });
  return (
    <Stack gap="md">
      <UnreadHead unread={unread} busy={busy} readAll={readAll} />
      {error && <ErrorNotice error={error} title={t('notSaid')} />}
      {[...Map.groupBy(all, ({ at }) => dayOf(new Date(at)))].map(([day, ofDay]) => (
        <DayOfNotifications
          key={day}
          day={day}
          today={today}
          ofDay={ofDay}
          open={open}
          onClose={onClose}
        />
      ))}
      {nextCursor !== null && (
        <Button variant="default" size="sm" loading={busy} onClick={() => void more(nextCursor)}>
          {t('older')}
        </Button>
      )}
    </Stack>
  );
}

function UnreadHead({
  unread,
  busy,
  readAll,
}: {
  unread: number;
  busy: boolean;
  readAll: () => Promise<void>;
}) {
  const { t } = useTranslation('notifications');
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed">
        {unread === 0 ? t('allRead') : t('unread', { count: unread })}
      </Text>
      {unread > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={busy}
          leftSection={<IconChecks size={16} aria-hidden />}
          onClick={() => void readAll()}
        >
          {t('readAll')}
        </Button>
      )}
    </Group>
  );
}

function DayOfNotifications({
  day,
  today,
  ofDay,
  open,
  onClose,
}: {
  day: string;
  today: string;
  ofDay: Notification[];
  open: (value: Notification) => void;
  onClose: () => void;
}) {
  const language = useLanguage();
  const { t } = useTranslation('notifications');
  return (
    <section aria-label={formatLongDay(day, language)}>
      <h3 className={classes.day}>{day === today ? t('today') : formatLongDay(day, language)}</h3>
      <ul className={classes.list}>
        {ofDay.map(one => (
          <NotificationItem
            key={one.id}
            notification={one}
            onOpen={() => open(one)}
            onClose={onClose}
          />
        ))}
      </ul>
    </section>
  );
}
