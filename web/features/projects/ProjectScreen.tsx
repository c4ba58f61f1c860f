import { Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { IconHistory, IconKey, IconSettings, IconTable } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '@hzm/contracts/features/projects/project';
import type { Table } from '@hzm/contracts/features/tables/table';
import { useSession } from '../../state/use-session.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { Page } from '../../ui/Page.tsx';
import type { ProjectTab } from './project-tabs.ts';
import { AccountLine } from './AccountLine.tsx';
import { ProjectGate } from './ProjectGate.tsx';

interface Props {
  projectId: string;
  tab: ProjectTab;
  onTab: (tab: ProjectTab) => void;
  /** Names what the tab shows. */
  place?: ((tables: readonly Table[]) => string | undefined) | undefined;
  /** What stands in a tab: another feature's. */
  children: (tab: ProjectTab, project: Project, tables: readonly Table[]) => ReactNode;
}

const tabs = [{ name: 'tables', Icon: IconTable }, { name: 'api', Icon: IconKey }, { name: 'settings', Icon: IconSettings }] as const satisfies readonly { readonly name: ProjectTab; readonly Icon: unknown }[];

/** A project's page; only who may change the project sees more than its tables. */
export function ProjectScreen(props: Props) {
  return <ProjectGate projectId={props.projectId}>{({ project, tables }) => <ProjectPage {...props} project={project} tables={tables.docs} />}</ProjectGate>;
}

function ProjectPage({ tab, onTab, place, children, project, tables }: Props & { project: Project; tables: readonly Table[] }) {
  const { t } = useTranslation('projects');
  const { user } = useSession();
  const seen = tabs.filter(({ name }) => name === 'tables' || user.isAdmin || project.userId === user.id);
  const shown = seen.some(({ name }) => name === tab) ? tab : 'tables';
  return (
    <Page
      title={project.name} place={shown === 'tables' ? place?.(tables) : t(`detail.${shown}`)} subtitle={<ProjectFacts project={project} />} back={<BackLink to="/projects" label={t('detail.back')} />}
      actions={<Button variant="default" component={Link} to="/projects/$id/history" params={{ id: project.id } as never} leftSection={<IconHistory size={17} aria-hidden />}>{t('detail.history')}</Button>}
    >
      <Tabs value={shown} onChange={next => { if (next !== null) onTab(next as ProjectTab); }} keepMounted={false}>
        <Tabs.List aria-label={t('detail.tabs')} mb="lg">
          {seen.map(({ name, Icon }) => <Tabs.Tab key={name} value={name} leftSection={<Icon size={17} aria-hidden />}>{t(`detail.${name}`)}</Tabs.Tab>)}
        </Tabs.List>
        <Tabs.Panel value={shown}>{children(shown, project, tables)}</Tabs.Panel>
      </Tabs>
    </Page>
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
