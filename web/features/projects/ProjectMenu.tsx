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
import { useTranslation } from 'react-i18next';
import { useAddressStep } from '../../ui/use-history-step.ts';
import { ActionItem, type ProjectAction } from './ProjectAction.tsx';
import { SettingsPart } from './settings/settings-part.ts';

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
  const { isTestEnvironment } = project;
  const actions: readonly (ProjectAction | false)[] = [
    manages && {
      label: t('actions.settings'),
      Icon: IconSettings,
      act: () => onAsk('settings'),
    },
    manages && {
      label: t('actions.apiKey'),
      Icon: IconKey,
      act: () => step.open(before => ({ ...before, key: id })),
    },
    manages &&
      isTestEnvironment && {
        label: t('actions.copyRows'),
        Icon: IconCopy,
        act: () => step.open(before => ({ ...before, copy: id })),
      },
    {
      label: t('actions.chat'),
      Icon: IconMessages,
      to: `/projects/${id}/endpoint-requests`,
      search: { tab: 'chat' },
    },
    mayAs(role, 'rows:delete') && {
      label: t('actions.bin'),
      Icon: IconTrash,
      to: `/projects/${id}/bin`,
    },
    owns &&
      !isTestEnvironment && {
        label: t('actions.protection'),
        Icon: IconLock,
        act: () => onAsk('protection'),
      },
  ];
  return (
    <Menu position="bottom-end" width={200} onOpen={manages ? SettingsPart.preload : undefined}>
      <MenuButton project={project} />
      <Menu.Dropdown>
        {actions.map(action => action && <ActionItem key={action.label} action={action} />)}
        {owns && <DeleteItem onDelete={() => onAsk('delete')} />}
      </Menu.Dropdown>
    </Menu>
  );
}

function DeleteItem({ onDelete }: { onDelete: () => void }) {
  const { t } = useTranslation('projects');
  return (
    <>
      <Menu.Divider />
      <Menu.Item color="red" leftSection={<IconTrashX size={16} aria-hidden />} onClick={onDelete}>
        {t('actions.delete')}
      </Menu.Item>
    </>
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
