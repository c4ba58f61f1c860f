import { Button, Group, Stack, Text } from '@mantine/core';
import { deleteCampaign, deletePlan } from '@hzm/contracts/features/pricing/api';
import { useTranslation } from 'react-i18next';
import { send } from '../../../lib/http.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../../ui/notify.tsx';
import { Dialog } from '../../../ui/Overlay.tsx';
import { useSending } from '../../../ui/use-sending.ts';

export interface Deleted {
  readonly kind: 'plan' | 'campaign';
  readonly id: string;
  readonly name: string;
}

/** Asks before a plan or a campaign goes. */
export function DeleteDialog({ what, onClose, onDeleted }: { what: Deleted | null; onClose: () => void; onDeleted: () => void }) {
  const { t } = useTranslation('pricing');
  return (
    <Dialog opened={what !== null} onClose={onClose} title={t(what?.kind === 'campaign' ? 'campaign.delete' : 'plan.delete')}>
      {what && <Asking what={what} onClose={onClose} onDeleted={onDeleted} />}
    </Dialog>
  );
}

function Asking({ what: { kind, id, name }, onClose, onDeleted }: { what: Deleted; onClose: () => void; onDeleted: () => void }) {
  const { t } = useTranslation(['pricing', 'common']);
  const { busy, error, run } = useSending();
  const confirm = (): Promise<void> => run(async () => {
    await (kind === 'plan' ? send(deletePlan, { params: { planId: id } }) : send(deleteCampaign, { params: { campaignId: id } }));
    notifyDone(t('deleted', { name }));
    onDeleted();
    onClose();
  });
  return (
    <Stack>
      <Text size="sm">{t(`${kind}.deleteText`, { name })}</Text>
      {error && <ErrorNotice error={error} title={t('deleteFailed')} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>{t('common:cancel')}</Button>
        <Button color="red" loading={busy} onClick={() => void confirm()}>{t('delete')}</Button>
      </Group>
    </Stack>
  );
}
