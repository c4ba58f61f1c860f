import type { RequestEvent } from '@hzm/contracts/features/endpoint-requests/request';
import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import { formatMoment } from '../../lib/values/date-text.ts';
import classes from './Inbox.module.css';

/** History of a request: person, time, step and note, newest last. */
export function RequestHistory({ events }: { events: readonly RequestEvent[] }) {
  const { t } = useTranslation('requests');
  const language = useLanguage();
  return (
    <section aria-labelledby="request-history">
      <Title order={3} size="h6" id="request-history" mb="xs">
        {t('history')}
      </Title>
      <ol className={classes.history}>
        {events.map(({ kind, position, at, actor, status, note }) => (
          <li key={position}>
            <Text size="sm">
              {t(`events.${kind}`, {
                name: actor.name === '' ? t('somebody') : actor.name,
                status: t(`statuses.${status}`),
              })}
            </Text>
            {note !== '' && (
              <Text size="sm" className={classes.text}>
                {note}
              </Text>
            )}
            <Text size="xs" c="dimmed" component="time" dateTime={at}>
              {formatMoment(at, language)}
            </Text>
          </li>
        ))}
      </ol>
    </section>
  );
}
