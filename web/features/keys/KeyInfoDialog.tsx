import { Anchor, Divider, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { maskKey } from '../../lib/format.ts';
import { useProjects } from '../../state/projects.live.ts';
import { menuOf } from '../../ui/menu-of.ts';
import { Dialog } from '../../ui/Overlay.tsx';
import { SecretValue } from '../../ui/SecretValue.tsx';
import { PasswordForm } from './PasswordForm.tsx';

/** Main key of a listed project with its password, which can be changed. */
export function KeyInfoDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const { t } = useTranslation('keys');
  const project = useProjects().data?.docs.find(({ id }) => id === projectId);
  return (
    <Dialog
      opened={project !== undefined}
      addressed
      onClose={onClose}
      title={t('info.title', { name: project?.name ?? '' })}
      focusTo={() => menuOf(projectId)}
    >
      {project && (
        <Stack>
          {project.apiKey === null ? (
            <Text size="sm">{t('hidden')}</Text>
          ) : (
            <SecretValue
              label={t('key')}
              value={project.apiKey}
              masked={maskKey(project.apiKey)}
              copied={t('keyCopied')}
            />
          )}
          {project.apiKeyPassword !== null && (
            <SecretValue
              label={t('password')}
              value={project.apiKeyPassword}
              masked={'*'.repeat(12)}
              copied={t('passwordCopied')}
            />
          )}
          <Anchor
            component={Link}
            to="/projects/$id"
            params={{ id: projectId } as never}
            search={{ tab: 'api' } as never}
            size="sm"
            underline="always"
          >
            {t('info.all')}
          </Anchor>
          {project.apiKeyPassword !== null && (
            <>
              <Divider label={t('passwordForm.title')} labelPosition="left" />
              <PasswordForm projectId={projectId} onDone={onClose} />
            </>
          )}
        </Stack>
      )}
    </Dialog>
  );
}
