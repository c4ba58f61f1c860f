import { ActionIcon, Badge, Button, Group, Menu, Text, Title } from '@mantine/core';
import { IconDots, IconLock, IconPencil, IconSettings, IconTable, IconTrash, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { formatDate, formatNumber, maskKey } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { RoleBadge } from '../../ui/RoleBadge.tsx';
import { SecretValue } from '../../ui/SecretValue.tsx';
import { useSession } from '../../state/use-session.ts';
import classes from './ProjectCard.module.css';

/** What its menu asks for. */
export type ProjectTask = 'settings' | 'protection' | 'delete';

/** A project with the ways into it. Whose it is stands there where it is another's; what destroys it lies in a menu, away from what opens it. */
export function ProjectCard({ project, onAsk }: { project: Project; onAsk: (what: ProjectTask) => void }) {
  const { t } = useTranslation('projects');
  const language = useLanguage();
  const { user } = useSession();
  const { id, name } = project;
  return (
    <article className={classes.card} aria-labelledby={`project-${id}`}>
      <div>
        <Group gap="xs" wrap="nowrap" justify="space-between" align="flex-start">
          <Title order={2} size="h4" id={`project-${id}`} className={classes.name}>{name}</Title>
          <Group gap={6} wrap="nowrap">
            {project.role !== null && project.role !== 'owner' && <RoleBadge role={project.role} />}
            {project.isTestEnvironment && <Badge color="yellow" variant="light">{t('test')}</Badge>}
            {project.isProtected && <Badge variant="light" tt="none" leftSection={<IconLock size={12} aria-hidden />}>{t('protected')}</Badge>}
            {mayAs(project.role, 'project:write') && <Menu position="bottom-end" width={200}>
              <Menu.Target>
                <ActionIcon data-menu-of={id} variant="subtle" color="gray" size={32} mt={-3} mr={-6} aria-label={t('actions.moreOf', { name })}><IconDots size={18} aria-hidden /></ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconSettings size={16} aria-hidden />} onClick={() => onAsk('settings')}>{t('actions.settings')}</Menu.Item>
                {mayAs(project.role, 'project:own') && <Menu.Item leftSection={<IconLock size={16} aria-hidden />} onClick={() => onAsk('protection')}>{t('actions.protection')}</Menu.Item>}
                {mayAs(project.role, 'project:own') && <Menu.Divider />}
                {mayAs(project.role, 'project:own') && <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => onAsk('delete')}>{t('actions.delete')}</Menu.Item>}
              </Menu.Dropdown>
            </Menu>}
          </Group>
        </Group>
        {project.userId !== user.id && <Owner project={project} />}
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
      </Group>
    </article>
  );
}

/** The button that opens a project's menu, where its card is shown. */
export const menuOf = ({ id }: Pick<Project, 'id'>): HTMLElement | null => document.querySelector(`[data-menu-of="${CSS.escape(id)}"]`);

function Owner({ project: { owner } }: { project: Project }) {
  const { t } = useTranslation('projects');
  return (
    <Group gap={6} wrap="nowrap" mt={4} align="flex-start">
      <IconUser size={16} className={classes.ownerIcon} aria-hidden />
      <Text size="sm" className={classes.name}>{t('detail.owner')}: <Text span fw={600} inherit>{owner.name}</Text> · {owner.email}</Text>
    </Group>
  );
}
