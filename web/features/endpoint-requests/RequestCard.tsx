import type { ListedRequest } from '@hzm/contracts/features/endpoint-requests/request';
import { Badge, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import { formatMoment } from '../../lib/values/date-text.ts';
import { Answer } from './Answer.tsx';
import { MethodBadge, PriorityBadge } from './badges.tsx';
import classes from './Inbox.module.css';

/** A request in the list. Unread ones are bold, with a dot; rejected ones are muted. */
export function RequestCard({ request, isOpen }: { request: ListedRequest; isOpen: boolean }) {
  const { t } = useTranslation('requests');
  const language = useLanguage();
  const {
    id,
    endpoint_name,
    description,
    requester_name,
    created_at,
    priority,
    http_method,
    status,
    unread,
  } = request;
  return (
    <Link
      to="."
      search={((before: object) => ({ ...before, request: id })) as never}
      state={before => ({ ...before, over: true })}
      replace={isOpen}
      resetScroll={false}
      className={classes.card}
      data-request={id}
      data-unread={unread}
      data-rejected={status === 'rejected'}
      aria-current={isOpen ? 'true' : undefined}
    >
      <Group gap={8} wrap="nowrap" align="flex-start">
        {unread && <span className={classes.dot} role="img" aria-label={t('isUnread')} />}
        <span className={classes.cardName}>{endpoint_name}</span>
      </Group>
      <Group gap={6} my={4}>
        <MethodBadge method={http_method} />
        <PriorityBadge priority={priority} />
        {(status === 'reviewing' || status === 'implemented') && (
          <Badge variant="light" color="blue" tt="none">
            {t(`statuses.${status}`)}
          </Badge>
        )}
      </Group>
      <Text size="sm" lineClamp={2} className={classes.cardText}>
        {description}
      </Text>
      <Text size="xs" c="dimmed" mt={4}>
        {requester_name === ''
          ? formatMoment(created_at, language)
          : t('askedBy', { name: requester_name, at: formatMoment(created_at, language) })}
      </Text>
      <Answer request={request} />
    </Link>
  );
}
