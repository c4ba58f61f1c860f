import { Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { IconHistory, IconTable, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import type { Table } from '@hzm/contracts/features/tables/table';
import { useSession } from '../../state/use-session.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { Page } from '../../ui/Page.tsx';
import { ProjectAccessNotice } from '../../ui/ProjectAccess.tsx';
import { RoleBadge } from '../../ui/RoleBadge.tsx';
import { AccountLine } from './AccountLine.tsx';
import { ProjectGate } from './ProjectGate.tsx';

export type ProjectTab = 'tables' | 'members';

interface Props {
  projectId: string;
  tab: ProjectTab;
  onTab: (tab: ProjectTab) => void;
  /** Names what the tab shows. */
  place?: ((tables: readonly Table[]) => string | undefined) | undefined;
  /** The tab's content comes from outside: it is another feature's. */
  children: (project: Project, tables: readonly Table[]) => ReactNode;
}

/** A project's page. */
export function ProjectScreen({ projectId, tab, onTab, place, children }: Props) {
  const { t } = useTranslation('projects');
  return (
    <ProjectGate projectId={projectId}>
      {({ project, tables }) => (
        <Page
          title={project.name} place={place?.(tables.docs)} subtitle={<ProjectFacts project={project} />} back={<BackLink to="/projects" label={t('detail.back')} />}
          actions={mayAs(project.role, 'past:read') && <Button variant="default" component={Link} to="/projects/$id/history" params={{ id: projectId } as never} leftSection={<IconHistory size={17} aria-hidden />}>{t('detail.history')}</Button>}
        >
          <ProjectAccessNotice project={project} {...(tab === 'tables' && { needs: 'project:write' as const })} />
          <Tabs value={tab} onChange={next => onTab(next as ProjectTab)} keepMounted={false}>
            <Tabs.List aria-label={t('detail.tabs')} mb="lg">
              <Tabs.Tab value="tables" leftSection={<IconTable size={17} aria-hidden />}>{t('detail.tables')}</Tabs.Tab>
              <Tabs.Tab value="members" leftSection={<IconUsers size={17} aria-hidden />}>{t('detail.members')}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value={tab}>{children(project, tables.docs)}</Tabs.Panel>
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
        {project.role !== null && project.role !== 'owner' && <RoleBadge role={project.role} />}
      </Group>
      <AccountLine user={user} />
    </Stack>
  );
}
