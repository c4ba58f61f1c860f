import { Button, Group, Stack, Text } from '@mantine/core';
import { unassignPlan } from '@hzm/contracts/features/pricing/api';
import type { Subscriber } from '@hzm/contracts/features/pricing/subscription';
import { useTranslation } from 'react-i18next';
import { send } from '../../../lib/http.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../../ui/notify.tsx';
import { Dialog } from '../../../ui/Overlay.tsx';
import { useSending } from '../../../ui/use-sending.ts';

/** Asks before a person's plan ends. */
export function EndPlan({ subscriber, onClose, onEnded }: { subscriber: Subscriber | null; onClose: () => void; onEnded: () => void }) {
  const { t } = useTranslation(['pricing', 'common']);
  const { busy, error, run } = useSending();
  const names = { name: subscriber?.name ?? '', plan: subscriber?.planName ?? '' };
  const confirm = (): Promise<void> => run(async () => {
    if (!subscriber) return;
    await send(unassignPlan, { params: { accountId: subscriber.accountId } });
    notifyDone(t('end.done', names));
    onEnded();
    onClose();
  });
  return (
    <Dialog opened={subscriber !== null} onClose={onClose} title={t('end.title')}>
      <Stack>
        <Text size="sm">{t('end.text', names)}</Text>
        {error && <ErrorNotice error={error} title={t('end.failed')} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>{t('common:cancel')}</Button>
          <Button color="red" loading={busy} onClick={() => void confirm()}>{t('end.confirm')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
