import { Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { IconHistory, IconTable } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '@hzm/contracts/features/projects/project';
import type { Table } from '@hzm/contracts/features/tables/table';
import { useSession } from '../../state/use-session.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { Page } from '../../ui/Page.tsx';
import { AccountLine } from './AccountLine.tsx';
import { ProjectGate } from './ProjectGate.tsx';

/** A project's page. Its tab comes from outside: another feature's; `place` names what it shows. */
export function ProjectScreen({ projectId, place, children }: { projectId: string; place?: ((tables: readonly Table[]) => string | undefined) | undefined; children: (tables: readonly Table[]) => ReactNode }) {
  const { t } = useTranslation('projects');
  return (
    <ProjectGate projectId={projectId}>
      {({ project, tables }) => (
        <Page
          title={project.name} place={place?.(tables.docs)} subtitle={<ProjectFacts project={project} />} back={<BackLink to="/projects" label={t('detail.back')} />}
          actions={<Button variant="default" component={Link} to="/projects/$id/history" params={{ id: projectId } as never} leftSection={<IconHistory size={17} aria-hidden />}>{t('detail.history')}</Button>}
        >
          <Tabs value="tables" keepMounted={false}>
            <Tabs.List aria-label={t('detail.tabs')} mb="lg">
              <Tabs.Tab value="tables" leftSection={<IconTable size={17} aria-hidden />}>{t('detail.tables')}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="tables">{children(tables.docs)}</Tabs.Panel>
          </Tabs>
        </Page>
      )}
    </ProjectGate>
  );
}

function ProjectFacts({ project }: { project: Project }) {
  const { t } = useTranslation('projects');
  const { user } = useSession();
  return (
    <Stack gap={2} mt={4}>
      {project.description && <Text size="sm">{project.description}</Text>}
      <Group gap={6}>
        <Text size="sm">{t('detail.owner')}:</Text>
        <Text size="sm" c="var(--mantine-color-text)" fw={500}>{project.owner.name}</Text>
      </Group>
      <AccountLine user={user} />
    </Stack>
  );
}
