import { Button, Group, Progress, Text } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../lib/bytes-text.ts';
import { useLanguage } from '../lib/use-language.ts';
import { ErrorNotice } from './ErrorNotice.tsx';
import type { Transfer } from './use-transfer.ts';

interface Props {
  transfer: Transfer;
  texts: {
    readonly start: string;
    readonly running: string;
    readonly bytes: (size: string) => string;
    readonly success: string;
    readonly failed: string;
  };
  disabled: boolean;
  onStart: () => void;
}

/** Starts and cancels a download, and tells how far it is and how it ended. */
export function Download({
  transfer: { phase, bytes, error, cancel },
  texts,
  disabled,
  onStart,
}: Props) {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const isRunning = phase === 'running';
  return (
    <>
      {isRunning && <Progress value={100} animated aria-label={texts.running} />}
      <Text size="sm" role="status">
        {isRunning
          ? texts.bytes(bytesText(bytes, language))
          : phase === 'success'
            ? texts.success
            : ''}
      </Text>
      {error && !isRunning && <ErrorNotice error={error} title={texts.failed} />}
      <Group>
        <Button
          leftSection={<IconDownload size={17} aria-hidden />}
          loading={isRunning}
          disabled={disabled}
          onClick={onStart}
        >
          {texts.start}
        </Button>
        {isRunning && (
          <Button variant="default" leftSection={<IconX size={17} aria-hidden />} onClick={cancel}>
            {t('cancel')}
          </Button>
        )}
      </Group>
    </>
  );
}
