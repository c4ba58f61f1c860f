import type { ApiKey } from '@hzm/contracts/features/keys/key';
import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { notifyDone } from '../../ui/notify.tsx';
import { Question } from '../../ui/Question.tsx';
import { endFormer, remove } from './keys.live.ts';

export function ConfirmForm({
  apiKey,
  kind,
  onDone,
}: {
  apiKey: ApiKey;
  kind: 'end' | 'remove';
  onDone: () => void;
}) {
  const { t } = useTranslation('keys');
  const confirm = async (): Promise<void> => {
    await (kind === 'end' ? endFormer : remove)(apiKey);
    notifyDone(t(`confirm.${kind}.done`));
    onDone();
  };
  return (
    <Question
      failed={t(`confirm.${kind}.failed`)}
      confirm={t(`confirm.${kind}.confirm`)}
      onConfirm={confirm}
      onClose={onDone}
    >
      <Alert color="red" icon={<IconAlertTriangle size={20} aria-hidden />}>
        <Text size="sm">
          {t(`confirm.${kind}.warning`, { name: apiKey.isMain ? t('main') : apiKey.name })}
        </Text>
      </Alert>
    </Question>
  );
}
