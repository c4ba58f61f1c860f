import type { OpenSession, ReusedSession } from '@hzm/contracts/features/accounts/account';
import { endSession } from '@hzm/contracts/features/accounts/api';
import { Badge, Button, Text } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { formatMoment } from '../../lib/values/date-text.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import type { KnownSessions } from './use-sessions.ts';
import classes from './Account.module.css';

/** Open sessions, each with a button to end it. */
export function Sessions({ list, reused, error, reload }: KnownSessions) {
  const { t } = useTranslation('account');
  if (list === null && error)
    return (
      <div className={classes.body}>
        <ErrorNotice error={error} title={t('sessions.failed')} onRetry={reload} />
      </div>
    );
  if (list === null)
    return <Waiting text={t('sessions.loading')} heights={[56]} className={classes.body} />;
  return (
    <>
      <ul className={classes.sessions} aria-label={t('sessions.list')}>
        {list.map(session => (
          <Session key={session.id} session={session} onEnded={reload} />
        ))}
      </ul>
      {reused.length > 0 && (
        <ul className={classes.sessions} aria-label={t('sessions.reusedList')}>
          {reused.map(session => (
            <Reused key={session.id} session={session} />
          ))}
        </ul>
      )}
    </>
  );
}

/** A session that the server ended because its tokens may have been stolen. */
function Reused({ session: { createdAt, endedAt, device } }: { session: ReusedSession }) {
  const { t } = useTranslation('account');
  const language = useLanguage();
  return (
    <li className={classes.session}>
      <div>
        <Text fw={500}>{device === '' ? t('sessions.unknown') : device}</Text>
        <Text size="sm">{t('sessions.reused', { time: formatMoment(endedAt, language) })}</Text>
        <Text size="sm" c="dimmed">
          {t('sessions.opened', { time: formatMoment(createdAt, language) })}
        </Text>
      </div>
      <Badge variant="light" color="red" tt="none">
        {t('sessions.ended')}
      </Badge>
    </li>
  );
}

function Session({
  session: { id, current, createdAt, lastSeenAt, device },
  onEnded,
}: {
  session: OpenSession;
  onEnded: () => void;
}) {
  const { t } = useTranslation('account');
  const language = useLanguage();
  const { busy, error, run } = useSending();
  const name = device === '' ? t('sessions.unknown') : device;
  const time = formatMoment(lastSeenAt, language);
  const end = (): void =>
    void run(async () => {
      await send(endSession, { params: { sessionId: id } });
      notifyDone(t('sessions.done'));
      onEnded();
    });
  return (
    <li className={classes.session}>
      <div>
        <Text fw={500}>{name}</Text>
        <Text size="sm" c="dimmed">
          {t('sessions.seen', { time })} ·{' '}
          {t('sessions.opened', { time: formatMoment(createdAt, language) })}
        </Text>
      </div>
      {current ? (
        <Badge variant="light" color="green" tt="none">
          {t('sessions.current')}
        </Badge>
      ) : (
        <Button
          variant="default"
          size="sm"
          loading={busy}
          leftSection={<IconLogout size={16} aria-hidden />}
          aria-label={t('sessions.endOf', { device: name, time })}
          onClick={end}
        >
          {t('sessions.end')}
        </Button>
      )}
      {error && <ErrorNotice error={error} title={t('sessions.endFailed')} />}
    </li>
  );
}
