import { getEndpointRequest } from '@hzm/contracts/features/endpoint-requests/api';
import type {
  ListedRequest,
  RequestEvent,
} from '@hzm/contracts/features/endpoint-requests/request';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Button, Group, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconRefresh } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api-error.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { formatMoment } from '../../lib/values/date-text.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { NotHere } from '../../ui/NotHere.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { Answer } from './Answer.tsx';
import { MethodBadge, PriorityBadge, StatusBadge } from './badges.tsx';
import { tellRead } from './inbox.live.ts';
import { Receipt } from './Receipt.tsx';
import { RequestEndpoint } from './RequestEndpoint.tsx';
import { RequestFacts } from './RequestFacts.tsx';
import { RequestSteps } from './RequestSteps.tsx';
import type { useSteps } from './use-steps.ts';
import classes from './Inbox.module.css';

interface Props {
  id: string;
  project: Project;
  /** The request in the list; undefined if it is withdrawn or gone. */
  listed: ListedRequest | undefined;
  steps: ReturnType<typeof useSteps>;
  onReject: (request: ListedRequest) => void;
  onClose: () => void;
}

/** A request in full, with its history and next steps. Opening it marks it as read. */
export function OpenRequest({ id, project, listed, steps, onReject, onClose }: Props) {
  const { t } = useTranslation('requests');
  const { data, error, reload } = useAnswer(getEndpointRequest, { params: { requestId: id } });
  const request = listed ?? data;
  const title = useRef<HTMLHeadingElement>(null);
  const isHere = request !== null;
  // The list may be newer than the loaded request.
  const isBehind = data !== null && listed !== undefined && data._version < listed._version;
  useEffect(() => {
    if (isBehind) reload();
  }, [isBehind, data, reload]);
  const read = useEffectEvent(() => {
    if (listed?.unread && document.visibilityState === 'visible')
      tellRead(project.id, listed, listed.position);
  });
  const news = listed?.unread === true ? listed.position : null;
  useEffect(() => {
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [news]);
  // On a narrow screen the request replaces the list, so it takes the focus.
  useEffect(() => {
    if (isHere && matchMedia('(max-width: 62em)').matches) title.current?.focus();
  }, [isHere]);
  return (
    <article className={classes.detail} aria-label={request?.endpoint_name ?? t('detail')}>
      <RequestHead onClose={onClose} reload={reload} />
      {request === null && error === null && <Waiting text={t('loadingOne')} heights={[32, 160]} />}
      {request === null && error !== null && (
        <NotOpened error={error} reload={reload} onClose={onClose} />
      )}
      {request && (
        <>
          <Title order={2} size="h4" ref={title} tabIndex={-1} className={classes.detailName}>
            {request.endpoint_name}
          </Title>
          <Group gap={6}>
            <StatusBadge status={request.status} />
            <MethodBadge method={request.http_method} />
            <PriorityBadge priority={request.priority} />
          </Group>
          <RequestSteps
            request={request}
            steps={steps}
            project={project}
            onReject={() => onReject(request)}
          />
          <Answer request={request} />
          <RequestFacts request={request} />
          <RequestEndpoint request={request} project={project} />
          <Receipt request={request} history={data?.history ?? []} />
          <HistoryOf data={data} error={error} reload={reload} />
        </>
      )}
    </article>
  );
}

function RequestHead({ onClose, reload }: { onClose: () => void; reload: () => void }) {
  const { t } = useTranslation('requests');
  return (
    <Group justify="space-between" gap="xs">
      <Button
        variant="subtle"
        size="compact-md"
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        onClick={onClose}
      >
        {t('back')}
      </Button>
      <Button
        variant="subtle"
        size="compact-md"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={reload}
      >
        {t('refresh')}
      </Button>
    </Group>
  );
}

function HistoryOf({
  data,
  error,
  reload,
}: Pick<ReturnType<typeof useAnswer<typeof getEndpointRequest>>, 'data' | 'error' | 'reload'>) {
  const { t } = useTranslation('requests');
  if (data) return <RequestHistory events={data.history} />;
  return error ? (
    <ErrorNotice error={error} title={t('failedHistory')} onRetry={reload} />
  ) : (
    <Text size="sm" c="dimmed" role="status">
      {t('loadingHistory')}
    </Text>
  );
}

function NotOpened({
  error,
  reload,
  onClose,
}: {
  error: ApiError;
  reload: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('requests');
  if (error.status !== 404 && error.status !== 400)
    return <ErrorNotice error={error} title={t('failedOne')} onRetry={reload} />;
  return (
    <NotHere title={t('missing')} text={t('missingText')}>
      <Button variant="default" onClick={onClose}>
        {t('back')}
      </Button>
    </NotHere>
  );
}

/** History of a request: person, time, step and note, newest last. */
function RequestHistory({ events }: { events: readonly RequestEvent[] }) {
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
