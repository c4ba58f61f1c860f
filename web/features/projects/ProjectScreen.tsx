import { mayAs, type ProjectAccess } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Group, Stack, Tabs, Text } from '@mantine/core';
import {
  IconChartBar,
  IconCopy,
  IconHistory,
  IconInbox,
  IconKey,
  IconMessages,
  IconRocket,
  IconRoute,
  IconSettings,
  IconTable,
  IconUsers,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../state/use-session.ts';
import { Page } from '../../ui/Page.tsx';
import { ProjectAccessNotice } from '../../ui/ProjectAccess.tsx';
import { RoleBadge } from '../../ui/RoleBadge.tsx';
import { Trail } from '../../ui/Trail.tsx';
import { useAddressStep } from '../../ui/use-history-step.ts';
import { AccountLine } from './AccountLine.tsx';
import type { ProjectTab } from './project-tabs.ts';
import { ActionButton, type ProjectAction } from './ProjectAction.tsx';
import { ProjectGate } from './ProjectGate.tsx';

interface Props {
  projectId: string;
  tab: ProjectTab;
  onTab: (tab: ProjectTab) => void;
  /** Names the content of the tab. */
  place?: ((tables: readonly Table[]) => string | undefined) | undefined;
  /** Content of a tab, from another feature. */
  children: (tab: ProjectTab, project: Project, tables: readonly Table[]) => ReactNode;
}

const tabs = [
  { name: 'tables', Icon: IconTable, needs: 'project:read' },
  { name: 'members', Icon: IconUsers, needs: 'people:read' },
  { name: 'api', Icon: IconKey, needs: 'project:write' },
  { name: 'settings', Icon: IconSettings, needs: 'project:write' },
] as const satisfies readonly {
  readonly name: ProjectTab;
  readonly Icon: unknown;
  readonly needs: ProjectAccess;
}[];

/** A project's page, with the tabs that the reader's role allows. */
export function ProjectScreen(props: Props) {
  return (
    <ProjectGate projectId={props.projectId}>
      {({ project, tables }) => <ProjectPage {...props} project={project} tables={tables.docs} />}
    </ProjectGate>
  );
}

function ProjectPage({
  tab,
  onTab,
  place,
  children,
  project,
  tables,
}: Props & { project: Project; tables: readonly Table[] }) {
  const { t } = useTranslation('projects');
  // A removed member keeps the current screen.
  const seen = tabs.filter(
    ({ name, needs }) => mayAs(project.role, needs) || (project.role === null && name === tab),
  );
  const shown = seen.some(({ name }) => name === tab) ? tab : 'tables';
  const part = shown === 'tables' ? place?.(tables) : t(`detail.${shown}`);
  return (
    <Page
      title={project.name}
      place={part}
      subtitle={<ProjectFacts project={project} />}
      back={<Trail project={project} crumbs={part === undefined ? [] : [{ label: part }]} />}
      actions={<ProjectActions project={project} />}
    >
      <ProjectAccessNotice
        project={project}
        {...(shown === 'tables' && { needs: 'project:write' as const })}
      />
      <Tabs
        value={shown}
        onChange={next => {
          if (next !== null) onTab(next as ProjectTab);
        }}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('detail.tabs')} mb="lg">
          {seen.map(({ name, Icon }) => (
            <Tabs.Tab key={name} value={name} leftSection={<Icon size={17} aria-hidden />}>
              {t(`detail.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown}>{children(shown, project, tables)}</Tabs.Panel>
      </Tabs>
    </Page>
  );
}

/** Pages about a project beside its tabs. */
const pages = [
  { text: 'actions.requests', Icon: IconInbox, needs: 'requests:read', at: 'endpoint-requests' },
  {
    text: 'actions.chat',
    Icon: IconMessages,
    needs: 'threads:read',
    at: 'endpoint-requests',
    search: { tab: 'chat' },
  },
  { text: 'actions.endpoints', Icon: IconRoute, needs: 'project:read', at: 'endpoints' },
  { text: 'actions.widgets', Icon: IconChartBar, needs: 'project:read', at: 'widgets' },
  { text: 'detail.history', Icon: IconHistory, needs: 'past:read', at: 'history' },
] as const satisfies readonly {
  readonly text: string;
  readonly Icon: unknown;
  readonly needs: ProjectAccess;
  readonly at: string;
  readonly search?: unknown;
}[];

function ProjectActions({
  project: { id, role, isTestEnvironment, testEnvironmentId },
}: {
  project: Project;
}) {
  const { t } = useTranslation('projects');
  const step = useAddressStep();
  const transfers = isTestEnvironment && mayAs(role, 'project:write');
  const transfer: ProjectAction = {
    label: t('actions.transfer'),
    Icon: IconRocket,
    act: () => step.open(before => ({ ...before, transfer: true })),
  };
  const others: readonly (ProjectAction | false)[] = [
    transfers && {
      label: t('actions.copyRows'),
      Icon: IconCopy,
      act: () => step.open(before => ({ ...before, copy: true })),
    },
    testEnvironmentId !== null &&
      mayAs(role, 'past:read') && {
        label: t('actions.transfers'),
        Icon: IconRocket,
        to: `/projects/${id}/transfers`,
      },
    ...pages
      .filter(({ needs }) => mayAs(role, needs))
      .map(({ text, at, ...page }) => ({ ...page, label: t(text), to: `/projects/${id}/${at}` })),
  ];
  return (
    <Group gap="xs">
      {transfers && <ActionButton action={transfer} />}
      {others.map(
        action => action && <ActionButton key={action.label} action={action} variant="default" />,
      )}
    </Group>
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
        <Text size="sm" c="var(--mantine-color-text)" fw={500}>
          {project.owner.name}
        </Text>
        {project.role !== null && project.role !== 'owner' && <RoleBadge role={project.role} />}
      </Group>
      <AccountLine user={user} />
    </Stack>
  );
}
