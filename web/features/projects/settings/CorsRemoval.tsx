import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { notifyDone } from '../../../ui/notify.tsx';
import { Dialog } from '../../../ui/Overlay.tsx';
import { Question } from '../../../ui/Question.tsx';
import { remove } from './cors.live.ts';

/**
 * Confirmation before removing an origin; open while there is one. Closes if another person removes
 * it.
 */
export function CorsRemoval({
  projectId,
  domain,
  onClose,
}: {
  projectId: string;
  domain: string | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('projects');
  const confirm = async (): Promise<void> => {
    if (domain === null) return;
    await remove(projectId, domain);
    notifyDone(t('cors.removed', { domain }));
    onClose();
  };
  return (
    <Dialog
      opened={domain !== null}
      onClose={onClose}
      title={t('cors.removeTitle', { domain: domain ?? '' })}
    >
      <Question
        failed={t('cors.removeFailed')}
        confirm={t('cors.removeConfirm')}
        onConfirm={confirm}
        onClose={onClose}
      >
        <Text size="sm">{t('cors.removeText')}</Text>
      </Question>
    </Dialog>
  );
}
