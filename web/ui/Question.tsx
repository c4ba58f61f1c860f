import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from './ErrorNotice.tsx';
import { useSending } from './use-sending.ts';

interface Props {
  /** What is asked. */
  children: ReactNode;
  /** Says that it was not done. */
  failed: string;
  /** The same where no answer came. */
  network?: string;
  /** What the button says that does it. */
  confirm: string;
  /** It is in the colour of danger otherwise. */
  isHarmless?: boolean;
  /** Does it, and closes the dialog; while it throws, the dialog stays. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks before something is done, inside a dialog; leaving it as it is comes first. */
export function Question({
  children,
  failed,
  network,
  confirm,
  isHarmless = false,
  onConfirm,
  onClose,
}: Props) {
  const { t } = useTranslation('common');
  const { busy, error, run } = useSending();
  return (
    <Stack>
      {children}
      {error && <ErrorNotice error={error} title={failed} network={network} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('cancel')}
        </Button>
        <Button
          {...(!isHarmless && { color: 'red' })}
          loading={busy}
          onClick={() => void run(onConfirm)}
        >
          {confirm}
        </Button>
      </Group>
    </Stack>
  );
}
