import type { Project } from '@hzm/contracts/features/projects/project';
import { Anchor, Group, Skeleton, Text, Title } from '@mantine/core';
import { IconFolders } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import type { Loaded } from '../../state/live-resource.ts';
import type { Known } from '../../state/live.ts';
import { projectsOf } from '../../state/projects.live.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { recentOf } from './figures.ts';
import classes from './RecentProjects.module.css';

export function RecentProjects({
  projects,
  userId,
}: {
  projects: Loaded<Known<Project>>;
  userId: string;
}) {
  const { t } = useTranslation('dashboard');
  return (
    <section>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {t('recent.title')}
        </Title>
        <Anchor component={Link} to="/projects" size="sm" className={classes.all}>
          {t('recent.all')}
        </Anchor>
      </Group>
      {projects.status === 'loading' && (
        <div className={classes.grid}>
          {[0, 1, 2].map(n => (
            <Skeleton key={n} h={92} radius="md" />
          ))}
        </div>
      )}
      {projects.status === 'error' && (
        <ErrorNotice
          error={projects.error}
          title={t('recent.failed')}
          onRetry={() => void projectsOf(userId).reload()}
        />
      )}
      {projects.status === 'ready' &&
        (projects.data.docs.length === 0 ? (
          <EmptyState icon={<IconFolders size={26} />} text={t('recent.empty')} />
        ) : (
          <ul className={classes.grid}>
            {recentOf(projects.data.docs).map(project => (
              <li key={project.id}>
                <RecentProject project={project} isOwn={project.userId === userId} />
              </li>
            ))}
          </ul>
        ))}
    </section>
  );
}

function RecentProject({ project, isOwn }: { project: Project; isOwn: boolean }) {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  return (
    <Link to="/projects/$id" params={{ id: project.id }} className={classes.card}>
      <Text fw={600} lineClamp={2}>
        {project.name}
      </Text>
      {!isOwn && (
        <Text size="sm" truncate>
          {t('recent.owner', { name: project.owner.name })}
        </Text>
      )}
      <Group gap="md">
        <Text size="sm" c="dimmed">
          {t('tables', {
            count: project.tableCount,
            formatted: formatNumber(project.tableCount, language),
          })}
        </Text>
        <Text size="sm" c="dimmed">
          {formatDate(project.createdAt, language)}
        </Text>
      </Group>
    </Link>
  );
}
