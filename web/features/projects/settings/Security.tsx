import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconLock, IconLockOpen, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export function Security({
  project,
  onProtection,
  onDelete,
}: {
  project: Project;
  onProtection: () => void;
  onDelete: () => void;
}) {
  const owns = mayAs(project.role, 'project:own');
  const { t } = useTranslation('projects');
  return (
    <Stack>
      <Text size="sm">
        {t(
          project.isTestEnvironment
            ? 'protection.ofParent'
            : project.isProtected
              ? 'protection.isOn'
              : 'protection.isOff',
        )}
      </Text>
      <Group gap="xs">
        {!project.isTestEnvironment && (
          <Button
            variant="default"
            disabled={!owns}
            leftSection={
              project.isProtected ? (
                <IconLockOpen size={17} aria-hidden />
              ) : (
                <IconLock size={17} aria-hidden />
              )
            }
            onClick={onProtection}
          >
            {t(project.isProtected ? 'protection.manage' : 'protection.enable')}
          </Button>
        )}
        <Button
          variant="light"
          color="red"
          disabled={!owns}
          leftSection={<IconTrash size={17} aria-hidden />}
          onClick={onDelete}
        >
          {t('actions.delete')}
        </Button>
      </Group>
      {!owns && (
        <Text size="sm" c="dimmed">
          {t('ownersOnly')}
        </Text>
      )}
    </Stack>
  );
}
