import type { AdminProject } from '@hzm/contracts/features/administration/administration';
import { ActionIcon, Anchor, Badge, Button, Group, Text, Title } from '@mantine/core';
import { IconLock, IconPencil, IconTable, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { SecretValue } from '../../ui/SecretValue.tsx';
import classes from './AllProjects.module.css';

/** A project for administrators: owner, size, links. */
export function AdminProjectCard({
  project,
  onDelete,
}: {
  project: AdminProject;
  onDelete: () => void;
}) {
  const { t } = useTranslation('administration');
  const language = useLanguage();
  const { id } = project;
  const size = [
    { name: t('projects.tables'), value: formatNumber(project.tableCount, language) },
    {
      name: t('projects.rows'),
      value:
        project.rowCount === null
          ? t('projects.manyRows')
          : formatNumber(project.rowCount, language),
    },
    { name: t('projects.changed'), value: formatDate(project.changedAt, language) },
  ];
  return (
    <article className={classes.card} aria-labelledby={`project-${id}`} data-project={id}>
      <ProjectHead project={project} />
      <dl className={classes.size}>
        {size.map(({ name: what, value }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.end}>
        {project.apiKeyPassword !== null && project.binnedUntil === null && (
          <SecretValue
            label={t('projects.password')}
            value={project.apiKeyPassword}
            masked={'*'.repeat(12)}
            copied={t('projects.passwordCopied')}
          />
        )}
      </div>
      {project.binnedUntil === null ? (
        <ProjectLinks project={project} onDelete={onDelete} />
      ) : (
        <Text size="sm">
          {t('projects.binned', { date: formatDate(project.binnedUntil, language) })}
        </Text>
      )}
    </article>
  );
}

function ProjectHead({ project }: { project: AdminProject }) {
  const { t } = useTranslation('administration');
  const { id, name, owner } = project;
  return (
    <div>
      <Group gap="xs" wrap="nowrap" justify="space-between" align="flex-start">
        <Title order={2} size="h5" id={`project-${id}`} className={classes.text}>
          {project.binnedUntil === null ? (
            <Anchor
              component={Link}
              inherit
              c="inherit"
              to={`/projects/${id}` as '/projects'}
              search={{ from: 'admin' } as never}
              dir="auto"
            >
              {name}
            </Anchor>
          ) : (
            <bdi>{name}</bdi>
          )}
        </Title>
        <Group gap={6} wrap="nowrap">
          {project.isTestEnvironment && (
            <Badge color="yellow" variant="light" tt="none">
              {t('projects.test')}
            </Badge>
          )}
          {project.isProtected && (
            <Badge variant="light" tt="none" leftSection={<IconLock size={12} aria-hidden />}>
              {t('projects.protected')}
            </Badge>
          )}
        </Group>
      </Group>
      <Text size="sm" className={classes.text}>
        {owner.name}
      </Text>
      <Text size="sm" c="dimmed" className={classes.text}>
        {owner.email}
      </Text>
    </div>
  );
}

function ProjectLinks({ project, onDelete }: { project: AdminProject; onDelete: () => void }) {
  const { t } = useTranslation('administration');
  const { id, name } = project;
  return (
    <Group gap="xs">
      <Button
        component={Link}
        to="/projects/$id/data"
        params={{ id } as never}
        search={{ from: 'admin' } as never}
        aria-label={t('projects.dataOf', { name })}
        leftSection={<IconTable size={17} aria-hidden />}
        flex="1 0 auto"
        px="xs"
      >
        {t('projects.data')}
      </Button>
      <Button
        component={Link}
        to="/projects/$id"
        params={{ id } as never}
        search={{ from: 'admin' } as never}
        aria-label={t('projects.editOf', { name })}
        variant="default"
        leftSection={<IconPencil size={17} aria-hidden />}
        flex="1 0 auto"
        px="xs"
      >
        {t('projects.edit')}
      </Button>
      <ActionIcon
        data-menu-of={id}
        variant="light"
        color="red"
        size={36}
        aria-label={t('projects.deleteOf', { name })}
        onClick={onDelete}
      >
        <IconTrash size={17} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
