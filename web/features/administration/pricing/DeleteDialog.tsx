import { deleteCampaign, deletePlan } from '@hzm/contracts/features/pricing/api';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { send } from '../../../lib/http.ts';
import { notifyDone } from '../../../ui/notify.tsx';
import { Dialog } from '../../../ui/Overlay.tsx';
import { Question } from '../../../ui/Question.tsx';

export interface DeletionTarget {
  readonly kind: 'plan' | 'campaign';
  readonly id: string;
  readonly name: string;
}

export function DeleteDialog({
  what,
  onClose,
  onDeleted,
}: {
  what: DeletionTarget | null;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { t } = useTranslation('pricing');
  return (
    <Dialog
      opened={what !== null}
      onClose={onClose}
      title={t(what?.kind === 'campaign' ? 'campaign.delete' : 'plan.delete')}
    >
      {what && <Asking what={what} onClose={onClose} onDeleted={onDeleted} />}
    </Dialog>
  );
}

function Asking({
  what: { kind, id, name },
  onClose,
  onDeleted,
}: {
  what: DeletionTarget;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { t } = useTranslation('pricing');
  const confirm = async (): Promise<void> => {
    await (kind === 'plan'
      ? send(deletePlan, { params: { planId: id } })
      : send(deleteCampaign, { params: { campaignId: id } }));
    notifyDone(t('deleted', { name }));
    onDeleted();
    onClose();
  };
  return (
    <Question
      failed={t('deleteFailed')}
      confirm={t('delete')}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text size="sm">{t(`${kind}.deleteText`, { name })}</Text>
    </Question>
  );
}
