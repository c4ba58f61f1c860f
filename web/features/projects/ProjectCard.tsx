import { ActionIcon, Badge, Button, Group, Text, Title, Tooltip } from '@mantine/core';
import { IconLock, IconPencil, IconTable, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Project } from '@hzm/contracts/features/projects/project';
import { formatDate, formatNumber, maskKey } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { SecretValue } from '../../ui/SecretValue.tsx';
import classes from './ProjectCard.module.css';

export function ProjectCard({ project, onDelete }: { project: Project; onDelete: () => void }) {
  const { t } = useTranslation('projects');
  const language = useLanguage();
  const { id, name } = project;
  return (
    <article className={classes.card} aria-labelledby={`project-${id}`}>
      <div>
        <Group gap="xs" wrap="nowrap" justify="space-between" align="flex-start">
          <Title order={2} size="h4" id={`project-${id}`} className={classes.name}>{name}</Title>
          <Group gap={6} wrap="nowrap">
            {project.isTestEnvironment && <Badge color="yellow" variant="light">{t('test')}</Badge>}
            {project.isProtected && <Badge variant="light" tt="none" leftSection={<IconLock size={12} aria-hidden />}>{t('protected')}</Badge>}
          </Group>
        </Group>
        <Text size="sm" c="dimmed" lineClamp={2} mt={2}>{project.description || t('noDescription')}</Text>
      </div>
      <Group gap="md">
        <Text size="sm">{t('tables', { count: project.tableCount, formatted: formatNumber(project.tableCount, language) })}</Text>
        <Text size="sm" c="dimmed">{t('created', { date: formatDate(project.createdAt, language) })}</Text>
      </Group>
      <div className={classes.secrets}>
        {project.apiKey !== null && <SecretValue label={t('apiKey')} value={project.apiKey} masked={maskKey(project.apiKey)} copied={t('apiKeyCopied')} />}
        {project.apiKeyPassword !== null && <SecretValue label={t('apiKeyPassword')} value={project.apiKeyPassword} masked={'*'.repeat(12)} copied={t('passwordCopied')} />}
      </div>
      <Group gap="xs">
        <Button component={Link} to="/projects/$id/data" params={{ id } as never} aria-label={t('actions.dataOf', { name })} leftSection={<IconTable size={17} aria-hidden />} flex="1 0 auto" px="xs">{t('actions.data')}</Button>
        <Button component={Link} to="/projects/$id" params={{ id } as never} aria-label={t('actions.editOf', { name })} variant="default" leftSection={<IconPencil size={17} aria-hidden />} flex="1 0 auto" px="xs">{t('actions.edit')}</Button>
        <Tooltip label={t('actions.delete')}>
          <ActionIcon variant="subtle" color="red" size={36} aria-label={t('actions.deleteNamed', { name })} onClick={onDelete}><IconTrash size={18} aria-hidden /></ActionIcon>
        </Tooltip>
      </Group>
    </article>
  );
}
