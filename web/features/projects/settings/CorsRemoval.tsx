import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../../ui/notify.tsx';
import { Dialog } from '../../../ui/Overlay.tsx';
import { useSending } from '../../../ui/use-sending.ts';
import { remove } from './cors.live.ts';

/** Asks before a domain goes; open while there is one. Goes by itself when somebody else has removed it. */
export function CorsRemoval({ projectId, domain, onClose }: { projectId: string; domain: string | null; onClose: () => void }) {
  const { t } = useTranslation(['projects', 'common']);
  const { busy, error, run } = useSending();
  const confirm = (): Promise<void> => run(async () => {
    if (domain === null) return;
    await remove(projectId, domain);
    notifyDone(t('cors.removed', { domain }));
    onClose();
  });
  return (
    <Dialog opened={domain !== null} onClose={onClose} title={t('cors.removeTitle', { domain: domain ?? '' })}>
      <Stack>
        <Text size="sm">{t('cors.removeText')}</Text>
        {error && <ErrorNotice error={error} title={t('cors.removeFailed')} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>{t('common:cancel')}</Button>
          <Button color="red" loading={busy} onClick={() => void confirm()}>{t('cors.removeConfirm')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
