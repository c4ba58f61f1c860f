import { Button, Group } from '@mantine/core';
import { IconBookmark, IconCopy, IconPlayerStop, IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../ui/copy-text.ts';
import { notifyDone, notifyNotYet } from '../../ui/notify.tsx';

interface Props {
  busy: boolean;
  onCancel: () => void;
  /** Null while the input has faults. */
  curl: (() => string) | null;
  onFaulty: () => void;
  onSave: () => void;
}

export function CallActions({ busy, onCancel, curl, onFaulty, onSave }: Props) {
  const { t } = useTranslation('api-test');
  const copy = (): void => {
    if (curl === null) return onFaulty();
    void copyText(curl()).then(
      () => notifyDone(t('form.curlDone')),
      () => notifyNotYet(t('form.curlRefused')),
    );
  };
  return (
    <Group gap="xs">
      <Button type="submit" loading={busy} leftSection={<IconSend size={17} aria-hidden />}>
        {t('form.send')}
      </Button>
      {busy && (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={17} aria-hidden />}
          onClick={onCancel}
        >
          {t('form.stop')}
        </Button>
      )}
      <Button variant="default" leftSection={<IconCopy size={17} aria-hidden />} onClick={copy}>
        {t('form.curl')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconBookmark size={17} aria-hidden />}
        onClick={() => {
          onSave();
          notifyDone(t('form.saved'));
        }}
      >
        {t('form.save')}
      </Button>
    </Group>
  );
}
