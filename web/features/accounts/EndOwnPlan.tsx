import { Button, Group, Stack, Text } from '@mantine/core';
import { unsubscribe } from '@hzm/contracts/features/pricing/api';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { useSending } from '../../ui/use-sending.ts';

/** Asks before one's plan ends. */
export function EndOwnPlan({ opened, plan, onClose, onEnded }: { opened: boolean; plan: string; onClose: () => void; onEnded: () => void }) {
  const { t } = useTranslation(['account', 'common']);
  const { busy, error, run } = useSending();
  const confirm = (): Promise<void> => run(async () => {
    await send(unsubscribe);
    notifyDone(t('ownPlan.ended'));
    onEnded();
    onClose();
  });
  return (
    <Dialog opened={opened} onClose={onClose} title={t('ownPlan.end')}>
      <Stack>
        <Text size="sm">{t('ownPlan.endText', { plan })}</Text>
        {error && <ErrorNotice error={error} title={t('ownPlan.endFailed')} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>{t('common:cancel')}</Button>
          <Button color="red" loading={busy} onClick={() => void confirm()}>{t('ownPlan.end')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
