import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isUnanswered } from '../../lib/error-text.ts';
import { projectOf, useProject, type ProjectWithTables } from '../../state/project.live.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageWaiting } from '../../ui/PageWaiting.tsx';

interface Props {
  projectId: string;
  /** The screen's own text for a missing project. */
  missing?: string;
  /** The screen's own title and reason, by status, for a project that failed to load. */
  standIn?: { readonly title: string; readonly reason: (status: number) => string };
  children: (project: ProjectWithTables) => ReactNode;
}

/** Renders its children once the project is loaded, and the state before. */
export function ProjectGate({ projectId, missing, standIn, children }: Props) {
  const { t } = useTranslation('projects');
  const loaded = useProject(projectId);
  if (loaded.status === 'ready') return children(loaded.data);
  if (loaded.status === 'loading') return <PageWaiting text={t('detail.loading')} />;
  if ([400, 403, 404].includes(loaded.error.status)) return <ProjectMissing title={missing} />;
  const isOfTables = loaded.error.call === 'list-tables';
  const title = isOfTables
    ? t(isUnanswered(loaded.error) ? 'detail.tablesNetwork' : 'detail.tablesFailed')
    : (standIn?.title ?? t('detail.failed'));
  const { status } = loaded.error;
  const reason = standIn?.reason(status) ?? t('detail.failedStatus', { status });
  return (
    <Page title={title} back={<BackLink to="/projects" label={t('detail.back')} />}>
      <ErrorNotice
        error={loaded.error}
        {...(!isOfTables && !isUnanswered(loaded.error) && { title: reason })}
        onRetry={() => void projectOf(projectId).reload()}
      />
    </Page>
  );
}

/** The project does not exist, or the reader has no access. */
function ProjectMissing({ title }: { title?: string | undefined }) {
  const { t } = useTranslation('projects');
  const said = title ?? t('detail.missing');
  return (
    <Stack align="center" gap="sm" py={96} px="md">
      <title>{`${said} · HZM`}</title>
      <Title order={1} size="h2" ta="center">
        {said}
      </Title>
      <Text c="dimmed" ta="center">
        {t('detail.missingText')}
      </Text>
      <Button component={Link} to="/projects" mt="sm">
        {t('detail.back')}
      </Button>
    </Stack>
  );
}
