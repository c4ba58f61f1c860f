import { Group, Skeleton, Stack, Tabs, Text, VisuallyHidden } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '@hzm/contracts/features/projects/project';
import { projectOf, useProject } from '../../state/project.live.ts';
import { useSession } from '../../state/use-session.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Page } from '../../ui/Page.tsx';
import { AccountLine } from './AccountLine.tsx';
import { ProjectMissing } from './ProjectMissing.tsx';

/** A project's page. Its tab comes from outside: another feature's. */
export function ProjectScreen({ projectId, children }: { projectId: string; children: ReactNode }) {
  const { t } = useTranslation('projects');
  const loaded = useProject(projectId);
  const back = <BackLink to="/projects" label={t('detail.back')} />;
  if (loaded.status === 'error') {
    if ([400, 403, 404].includes(loaded.error.status)) return <ProjectMissing />;
    return (
      <Page title={t('detail.failed')} back={back}>
        <ErrorNotice error={loaded.error} onRetry={() => void projectOf(projectId).reload()} />
      </Page>
    );
  }
  if (loaded.status === 'loading') {
    return (
      <Stack p="xl" maw={1200} w="100%" mx="auto" aria-busy>
        <VisuallyHidden role="status">{t('detail.loading')}</VisuallyHidden>
        <Skeleton h={36} w="40%" />
        <Skeleton h={420} />
      </Stack>
    );
  }
  const { project } = loaded.data;
  return (
    <Page title={project.name} subtitle={<ProjectFacts project={project} />} back={back}>
      <Tabs value="tables" keepMounted={false}>
        <Tabs.List aria-label={t('detail.tabs')} mb="lg">
          <Tabs.Tab value="tables" leftSection={<IconTable size={17} aria-hidden />}>{t('detail.tables')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="tables">{children}</Tabs.Panel>
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
