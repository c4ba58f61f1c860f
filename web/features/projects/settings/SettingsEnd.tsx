import { Group, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/api-error.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';

export function SettingsEnd({
  busy,
  error,
  children,
}: {
  busy: boolean;
  error: ApiError | null;
  children: ReactNode;
}) {
  const { t } = useTranslation('projects');
  return (
    <>
      {error && <ErrorNotice error={error} title={t('settings.failed')} />}
      <VisuallyHidden role="status">{busy && t('settings.saving')}</VisuallyHidden>
      <Group justify="flex-end">{children}</Group>
    </>
  );
}
