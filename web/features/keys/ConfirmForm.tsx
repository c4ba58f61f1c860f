import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ApiKey } from '@hzm/contracts/features/keys/key';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { regenerate, remove } from './keys.live.ts';

/** Asks before a key stops working. */
export function ConfirmForm({ apiKey, kind, onDone }: { apiKey: ApiKey; kind: 'regenerate' | 'remove'; onDone: () => void }) {
  const { t } = useTranslation(['keys', 'common']);
  const { busy, error, run } = useSending();
  const confirm = (): void => void run(async () => {
    await (kind === 'regenerate' ? regenerate : remove)(apiKey);
    notifyDone(t(`confirm.${kind}.done`));
    onDone();
  });
  return (
    <Stack>
      <Alert color="red" icon={<IconAlertTriangle size={20} aria-hidden />}><Text size="sm">{t(`confirm.${kind}.warning`, { name: apiKey.name })}</Text></Alert>
      {error && <ErrorNotice error={error} title={t(`confirm.${kind}.failed`)} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone} data-autofocus>{t('common:cancel')}</Button>
        <Button color="red" loading={busy} onClick={confirm}>{t(`confirm.${kind}.confirm`)}</Button>
      </Group>
    </Stack>
  );
}
