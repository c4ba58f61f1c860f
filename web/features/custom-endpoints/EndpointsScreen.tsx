import type { ListedEndpoint } from '@hzm/contracts/features/custom-endpoints/endpoint';
import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconRoute } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import { formatMoment } from '../../lib/values/date-text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Trail } from '../../ui/Trail.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { MethodBadge, StateBadge } from './badges.tsx';
import { useEndpoints } from './use-endpoints.ts';
import classes from './Endpoints.module.css';

export function EndpointsScreen({ project }: { project: Project }) {
  const { t } = useTranslation('endpoints');
  const { data, error, reload } = useEndpoints(project.id);
  const mayBuild = mayAs(project.role, 'project:write');
  const build = mayBuild && (
    <Button
      component={Link}
      to="/projects/$id/endpoints/$endpointId"
      params={{ id: project.id, endpointId: 'new' } as never}
      leftSection={<IconPlus size={17} aria-hidden />}
    >
      {t('list.new')}
    </Button>
  );
  return (
    <Page
      title={t('list.title')}
      subtitle={t('list.lead', { project: project.name })}
      back={<Trail project={project} />}
      actions={data && data.endpoints.length > 0 && build}
    >
      {data === null && error === null && (
        <Waiting text={t('list.loading')} heights={[84, 84, 84]} gap="sm" radius="lg" />
      )}
      {error && <ErrorNotice error={error} title={t('list.failed')} onRetry={reload} />}
      {data?.endpoints.length === 0 && (
        <EmptyState icon={<IconRoute size={26} />} text={t('list.empty')}>
          {build || (
            <Text size="sm" c="dimmed" ta="center">
              {t('list.emptyHint')}
            </Text>
          )}
        </EmptyState>
      )}
      {data && data.endpoints.length > 0 && (
        <Stack component="ul" gap="sm" className={classes.list}>
          {data.endpoints.map(one => (
            <Card key={one.id} endpoint={one} />
          ))}
        </Stack>
      )}
    </Page>
  );
}

function Card({
  endpoint: { id, projectId, name, method, path, state, version, calls, lastCalled },
}: {
  endpoint: ListedEndpoint;
}) {
  const { t } = useTranslation('endpoints');
  const language = useLanguage();
  return (
    <li className={classes.card}>
      <Group gap="xs" wrap="wrap">
        <Anchor
          component={Link}
          className={classes.link}
          to="/projects/$id/endpoints/$endpointId"
          params={{ id: projectId, endpointId: id } as never}
          fw={600}
        >
          {name}
        </Anchor>
        <StateBadge state={state} />
        {version !== null && (
          <Text size="sm" c="dimmed">
            {t('version', { version })}
          </Text>
        )}
      </Group>
      <Group gap="xs" mt={6} wrap="wrap">
        <MethodBadge method={method} />
        <code className={classes.path}>{`/${path}`}</code>
      </Group>
      <Text size="sm" c="dimmed" mt={6}>
        {calls === 0
          ? t('usage.none')
          : t('usage.since', { count: calls, at: formatMoment(lastCalled ?? '', language) })}
      </Text>
    </li>
  );
}
