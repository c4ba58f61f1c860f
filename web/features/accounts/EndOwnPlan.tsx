import { unsubscribe } from '@hzm/contracts/features/pricing/api';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { notifyDone } from '../../ui/notify.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { Question } from '../../ui/Question.tsx';

export function EndOwnPlan({
  opened,
  plan,
  onClose,
  onEnded,
}: {
  opened: boolean;
  plan: string;
  onClose: () => void;
  onEnded: () => void;
}) {
  const { t } = useTranslation('account');
  const confirm = async (): Promise<void> => {
    await send(unsubscribe);
    notifyDone(t('ownPlan.ended'));
    onEnded();
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={t('ownPlan.end')}>
      <Question
        failed={t('ownPlan.endFailed')}
        confirm={t('ownPlan.end')}
        onConfirm={confirm}
        onClose={onClose}
      >
        <Text size="sm">{t('ownPlan.endText', { plan })}</Text>
      </Question>
    </Dialog>
  );
}
