import { unassignPlan } from '@hzm/contracts/features/pricing/api';
import type { Subscriber } from '@hzm/contracts/features/pricing/subscription';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { send } from '../../../lib/http.ts';
import { notifyDone } from '../../../ui/notify.tsx';
import { Dialog } from '../../../ui/Overlay.tsx';
import { Question } from '../../../ui/Question.tsx';

export function EndPlan({
  subscriber,
  onClose,
  onEnded,
}: {
  subscriber: Subscriber | null;
  onClose: () => void;
  onEnded: () => void;
}) {
  const { t } = useTranslation('pricing');
  const names = { name: subscriber?.name ?? '', plan: subscriber?.planName ?? '' };
  const confirm = async (): Promise<void> => {
    if (!subscriber) return;
    await send(unassignPlan, { params: { accountId: subscriber.accountId } });
    notifyDone(t('end.done', names));
    onEnded();
    onClose();
  };
  return (
    <Dialog opened={subscriber !== null} onClose={onClose} title={t('end.title')}>
      <Question
        failed={t('end.failed')}
        confirm={t('end.confirm')}
        onConfirm={confirm}
        onClose={onClose}
      >
        <Text size="sm">{t('end.text', names)}</Text>
      </Question>
    </Dialog>
  );
}
