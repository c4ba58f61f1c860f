import {
  getCustomEndpoint,
  listCustomEndpoints,
} from '@hzm/contracts/features/custom-endpoints/api';
import type { ListedEndpoint } from '@hzm/contracts/features/custom-endpoints/endpoint';
import type { ListedRequest } from '@hzm/contracts/features/endpoint-requests/request';
import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconTool } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { curlOf, endpointAddress } from '../../lib/endpoint-address.ts';
import { watch } from '../../realtime/socket.ts';
import { CopyAction } from '../../ui/CopyAction.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import classes from './Inbox.module.css';

const buildable: ReadonlySet<ListedRequest['status']> = new Set([
  'pending',
  'reviewing',
  'approved',
  'testing',
  'implementing',
]);

/**
 * The endpoint made for a request: URL, example command, and a link to the editor for those who may
 * edit.
 */
export function RequestEndpoint({
  request,
  project,
}: {
  request: ListedRequest;
  project: Project;
}) {
  const { t } = useTranslation('requests');
  const { data, error, reload } = useAnswer(listCustomEndpoints, {
    params: { projectId: project.id },
    query: { requestId: request.id },
  });
  const again = useEffectEvent(reload);
  useEffect(
    () =>
      watch(`project:${project.id}`, {
        onChanges: ({ changes }) => {
          if (changes.some(({ kind }) => kind === 'custom-endpoint')) again();
        },
        onRefetch: () => again(),
      }),
    [project.id],
  );
  const mayBuild = mayAs(project.role, 'project:write') && buildable.has(request.status);
  if (error) return <ErrorNotice error={error} title={t('endpoint.failed')} onRetry={reload} />;
  if (!data || (data.endpoints.length === 0 && !mayBuild)) return null;
  return (
    <section className={classes.receipt} aria-labelledby="request-endpoint">
      <Title order={3} size="h6" id="request-endpoint">
        {t('endpoint.title')}
      </Title>
      <Stack gap="sm" mt={6}>
        {data.endpoints.map(one => (
          <Built key={`${one.id} ${one.updatedAt}`} endpoint={one} />
        ))}
        {data.endpoints.length === 0 && (
          <Group>
            <Button
              component={Link}
              to="/projects/$id/endpoints/$endpointId"
              params={{ id: project.id, endpointId: 'new' } as never}
              search={{ request: request.id } as never}
              leftSection={<IconTool size={17} aria-hidden />}
            >
              {t('endpoint.build')}
            </Button>
          </Group>
        )}
      </Stack>
    </section>
  );
}

function Built({
  endpoint: { id, projectId, name, version, state },
}: {
  endpoint: ListedEndpoint;
}) {
  const { t } = useTranslation('requests');
  const { data } = useAnswer(getCustomEndpoint, { params: { endpointId: id } });
  const definition = data?.endpoint.versions.find(one => one.version === version)?.definition;
  const lines = definition && [
    {
      name: t('receipt.address'),
      value: `${definition.method} ${endpointAddress(location.origin, projectId, definition.path)}`,
    },
    { name: 'curl', value: curlOf(location.origin, projectId, definition) },
  ];
  return (
    <div>
      <Group gap="xs">
        <Anchor
          component={Link}
          className={classes.link}
          size="sm"
          fw={600}
          to="/projects/$id/endpoints/$endpointId"
          params={{ id: projectId, endpointId: id } as never}
        >
          {name}
        </Anchor>
        <Text size="sm" c="dimmed">
          {version === null ? t('endpoint.draft') : t(`endpoint.${state as 'live'}`, { version })}
        </Text>
      </Group>
      {lines?.map(line => (
        <div key={line.name}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm">{line.name}</Text>
            <CopyAction
              value={line.value}
              label={t('endpoint.copy', { name: line.name })}
              done={t('endpoint.copied')}
            />
          </Group>
          <code className={classes.called}>{line.value}</code>
        </div>
      ))}
    </div>
  );
}
