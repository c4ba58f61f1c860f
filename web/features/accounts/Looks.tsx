import { listLooks } from '@hzm/contracts/features/looks/api';
import type { Look } from '@hzm/contracts/features/looks/look';
import { Badge, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import { formatMoment } from '../../lib/values/date-text.ts';
import { watch } from '../../realtime/socket.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import classes from './Account.module.css';

/** Past impersonations of this account by administrators. */
export function Looks({ userId }: { userId: string }) {
  const { t } = useTranslation('account');
  const { data, error, reload } = useAnswer(listLooks, {});
  useEffect(
    () =>
      watch(`user:${userId}`, {
        onChanges: ({ changes }) => {
          if (changes.some(({ kind }) => kind === 'look')) reload();
        },
        onRefetch: reload,
      }),
    [userId, reload],
  );
  if (data === null && error)
    return (
      <div className={classes.body}>
        <ErrorNotice error={error} title={t('looks.failed')} onRetry={reload} />
      </div>
    );
  if (data === null)
    return <Waiting text={t('looks.loading')} heights={[40]} className={classes.body} />;
  return (
    <>
      <div className={classes.body}>
        <Text size="sm" c="dimmed">
          {t('looks.lead')}
        </Text>
        {data.looks.length === 0 && (
          <Text size="sm" mt="xs">
            {t('looks.none')}
          </Text>
        )}
      </div>
      {data.looks.length > 0 && (
        <ul className={classes.sessions} aria-label={t('looks.list')}>
          {data.looks.map(look => (
            <OneLook key={look.id} look={look} />
          ))}
        </ul>
      )}
    </>
  );
}

function OneLook({ look: { by, begunAt, endedAt, expiresAt } }: { look: Look }) {
  const { t } = useTranslation('account');
  const language = useLanguage();
  const [shownAt] = useState(Date.now);
  const isNow = endedAt === null && Date.parse(expiresAt) > shownAt;
  const [from, to] = [
    formatMoment(begunAt, language),
    formatMoment(endedAt ?? expiresAt, language),
  ];
  return (
    <li className={classes.session}>
      <div>
        <Text fw={500}>{by.name === '' ? t('looks.gone') : by.name}</Text>
        <Text size="sm" c="dimmed">
          {t(isNow ? 'looks.now' : 'looks.span', { from, to })}
        </Text>
      </div>
      {isNow && (
        <Badge variant="light" color="violet" tt="none">
          {t('looks.isNow')}
        </Badge>
      )}
    </li>
  );
}
