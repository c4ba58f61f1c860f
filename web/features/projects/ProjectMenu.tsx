import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconCopy,
  IconDots,
  IconKey,
  IconLock,
  IconMessages,
  IconSettings,
  IconTrash,
  IconTrashX,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAddressStep } from '../../ui/use-history-step.ts';

export type ProjectTask = 'settings' | 'protection' | 'delete';

/**
 * Menu of changes and communication, apart from the links that open the project. A test environment
 * is protected with its live project.
 */
export function ProjectMenu({
  project,
  onAsk,
}: {
  project: Project;
  onAsk: (what: ProjectTask) => void;
}) {
  const { t } = useTranslation('projects');
  const step = useAddressStep();
  const { id, role } = project;
  if (role === null) return null;
  const manages = mayAs(role, 'project:write');
  const owns = mayAs(role, 'project:own');
  return (
    <Menu position="bottom-end" width={200}>
      <MenuButton project={project} />
      <Menu.Dropdown>
        {manages && (
          <Menu.Item
            leftSection={<IconSettings size={16} aria-hidden />}
            onClick={() => onAsk('settings')}
          >
            {t('actions.settings')}
          </Menu.Item>
        )}
        {manages && (
          <Menu.Item
            leftSection={<IconKey size={16} aria-hidden />}
            onClick={() => step.open(before => ({ ...before, key: id }))}
          >
            {t('actions.apiKey')}
          </Menu.Item>
        )}
        {manages && project.isTestEnvironment && (
          <Menu.Item
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => step.open(before => ({ ...before, copy: id }))}
          >
            {t('actions.copyRows')}
          </Menu.Item>
        )}
        <Menu.Item
          component={Link}
          to={`/projects/${id}/endpoint-requests`}
          search={{ tab: 'chat' } as never}
          leftSection={<IconMessages size={16} aria-hidden />}
        >
          {t('actions.chat')}
        </Menu.Item>
        {mayAs(role, 'rows:delete') && (
          <Menu.Item
            component={Link}
            to={`/projects/${id}/bin`}
            leftSection={<IconTrash size={16} aria-hidden />}
          >
            {t('actions.bin')}
          </Menu.Item>
        )}
        {owns && !project.isTestEnvironment && (
          <Menu.Item
            leftSection={<IconLock size={16} aria-hidden />}
            onClick={() => onAsk('protection')}
          >
            {t('actions.protection')}
          </Menu.Item>
        )}
        {owns && <Menu.Divider />}
        {owns && (
          <Menu.Item
            color="red"
            leftSection={<IconTrashX size={16} aria-hidden />}
            onClick={() => onAsk('delete')}
          >
            {t('actions.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function MenuButton({ project }: { project: Project }) {
  const { t } = useTranslation('projects');
  const { id, name } = project;
  return (
    <Menu.Target>
      <ActionIcon
        data-menu-of={id}
        variant="subtle"
        color="gray"
        size={32}
        mt={-3}
        mr={-6}
        aria-label={t('actions.moreOf', { name })}
      >
        <IconDots size={18} aria-hidden />
      </ActionIcon>
    </Menu.Target>
  );
}
