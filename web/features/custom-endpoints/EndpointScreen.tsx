import type { CustomEndpoint } from '@hzm/contracts/features/custom-endpoints/endpoint';
import { getEndpointRequest } from '@hzm/contracts/features/endpoint-requests/api';
import type { EndpointRequest } from '@hzm/contracts/features/endpoint-requests/request';
import type { Project } from '@hzm/contracts/features/projects/project';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Anchor, Button, Group } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api-error.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { NotHere } from '../../ui/NotHere.tsx';
import { Page } from '../../ui/Page.tsx';
import { Trail } from '../../ui/Trail.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { StateBadge } from './badges.tsx';
import { Builder } from './Builder.tsx';
import { beginning } from './draft.ts';
import { useEndpoint } from './use-endpoints.ts';
import classes from './Endpoints.module.css';

interface Props {
  project: Project;
  tables: readonly Table[];
  endpointId: string | null;
  requestId: string | null;
}

/** Editor of an endpoint, or of a new one if `endpointId` is null, prefilled from a request. */
export function EndpointScreen({ project, tables, endpointId, requestId }: Props) {
  const { t } = useTranslation('endpoints');
  const { endpoint, asked, request, isBegun, to, toAll } = useOpenedEndpoint({
    project,
    endpointId,
    requestId,
  });
  const linked = endpoint?.requestId ?? requestId;
  const failure = asked.error ?? request.error;
  const isReady =
    endpointId === null
      ? requestId === null || request.data !== null || request.error !== null
      : isBegun || endpoint !== null;
  const [table] = tables;
  const asks = request.data ?? undefined;
  const start = table && startOf(table, asks);
  return (
    <Page
      title={endpoint?.name ?? asks?.endpoint_name ?? t('new')}
      wide
      back={
        <Trail
          project={project}
          crumbs={[{ label: t('toList'), to: `/projects/${project.id}/endpoints` }]}
        />
      }
      subtitle={<EndpointBadges endpoint={endpoint} linked={linked} project={project} />}
    >
      {!isReady && failure === null && (
        <Waiting text={t('loading')} heights={[160, 320]} radius="lg" />
      )}
      {!isReady && failure !== null && (
        <NotOpened error={failure} project={project} reload={asked.reload} />
      )}
      {isReady && !start && endpoint === null && (
        <EmptyState icon={<IconTable size={26} />} text={t('noTables')} />
      )}
      {isReady && (start || endpoint) && (
        <Builder
          key={isBegun ? 'new' : (endpointId ?? 'new')}
          project={project}
          tables={tables}
          requestId={requestId}
          endpoint={endpoint}
          beginning={start ?? { name: endpoint!.name, definition: endpoint!.draft }}
          onSaved={to}
          onPublished={asked.reload}
          onGone={toAll}
        />
      )}
    </Page>
  );
}

const startOf = (table: Table, asks: EndpointRequest | undefined) => ({
  name: asks?.endpoint_name ?? '',
  definition: beginning(table, asks),
});

function NotOpened({
  error,
  project,
  reload,
}: {
  error: ApiError;
  project: Project;
  reload: () => void;
}) {
  const { t } = useTranslation('endpoints');
  return error.status === 404 || error.status === 400 ? (
    <NoEndpoint project={project} />
  ) : (
    <ErrorNotice error={error} title={t('failedOne')} onRetry={reload} />
  );
}

function useOpenedEndpoint({
  project,
  endpointId,
  requestId,
}: {
  project: Project;
  endpointId: string | null;
  requestId: string | null;
}) {
  const navigate = useNavigate();
  const asked = useEndpoint(project.id, endpointId);
  const request = useAnswer(
    getEndpointRequest,
    endpointId === null && requestId !== null ? { params: { requestId } } : null,
  );
  const endpoint = asked.data?.endpoint.id === endpointId ? (asked.data?.endpoint ?? null) : null;
  // A new endpoint keeps its editor when the address changes to its id.
  const [begun, setBegun] = useState<string | null>(null);
  const isBegun = endpointId !== null && endpointId === begun;
  const to = (id: string): void => {
    setBegun(id);
    void navigate({
      to: '/projects/$id/endpoints/$endpointId',
      params: { id: project.id, endpointId: id } as never,
      replace: true,
    });
  };
  const toAll = (): void =>
    void navigate({
      to: '/projects/$id/endpoints',
      params: { id: project.id } as never,
      replace: true,
    });
  return { endpoint, asked, request, isBegun, to, toAll };
}

function EndpointBadges({
  endpoint,
  linked,
  project,
}: {
  endpoint: CustomEndpoint | null;
  linked: string | null;
  project: Project;
}) {
  const { t } = useTranslation('endpoints');
  return (
    <Group gap="xs">
      {endpoint && <StateBadge state={endpoint.state} />}
      {linked !== null && (
        <Anchor
          component={Link}
          className={classes.link}
          size="sm"
          to="/projects/$id/endpoint-requests"
          params={{ id: project.id } as never}
          search={{ request: linked } as never}
        >
          {t('toRequest')}
        </Anchor>
      )}
    </Group>
  );
}

function NoEndpoint({ project }: { project: Project }) {
  const { t } = useTranslation('endpoints');
  return (
    <NotHere title={t('missing')} text={t('missingText')}>
      <Button
        variant="default"
        component={Link}
        to="/projects/$id/endpoints"
        params={{ id: project.id } as never}
      >
        {t('toList')}
      </Button>
    </NotHere>
  );
}
