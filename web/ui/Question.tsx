import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../lib/api-error.ts';
import { ErrorNotice } from './ErrorNotice.tsx';
import { useSending } from './use-sending.ts';

interface Props {
  children: ReactNode;
  /** Error heading for a failed action. */
  failed?: string;
  /** Shows an error in place of the usual notice. */
  renderError?: (error: ApiError) => ReactNode;
  /** Error heading if no answer came. */
  network?: string;
  confirm: string;
  /** Whether the button is not red. */
  isHarmless?: boolean;
  /** Performs the action and closes the dialog; on an error the dialog stays open. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Content of a confirmation dialog; cancel comes first. */
export function Question({
  children,
  failed,
  renderError,
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
      {error &&
        (renderError?.(error) ?? (
          <ErrorNotice
            error={error}
            {...(failed !== undefined && { title: failed })}
            network={network}
          />
        ))}
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
