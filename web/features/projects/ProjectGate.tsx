import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { projectOf, useProject, type ProjectWithTables } from '../../state/project.live.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Page } from '../../ui/Page.tsx';
import { ProjectMissing } from './ProjectMissing.tsx';

/** What is about a project, once it is here; before, and where it is not, it says so. `missing`: as this screen calls that. */
export function ProjectGate({ projectId, missing, children }: { projectId: string; missing?: string; children: (project: ProjectWithTables) => ReactNode }) {
  const { t } = useTranslation('projects');
  const loaded = useProject(projectId);
  if (loaded.status === 'ready') return children(loaded.data);
  if (loaded.status === 'loading') {
    return (
      <Stack p="xl" maw={1200} w="100%" mx="auto" aria-busy>
        <VisuallyHidden role="status">{t('detail.loading')}</VisuallyHidden>
        <Skeleton h={36} w="40%" />
        <Skeleton h={420} />
      </Stack>
    );
  }
  if ([400, 403, 404].includes(loaded.error.status)) return <ProjectMissing title={missing} />;
  return (
    <Page title={t('detail.failed')} back={<BackLink to="/projects" label={t('detail.back')} />}>
      <ErrorNotice error={loaded.error} onRetry={() => void projectOf(projectId).reload()} />
    </Page>
  );
}
