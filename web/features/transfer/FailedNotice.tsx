import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api-error.ts';
import { useErrorText } from '../../lib/error-text.ts';

/** A failed action with its reason in one sentence, and a retry. */
export function FailedNotice({
  error,
  what,
  onRetry,
}: {
  error: ApiError;
  what: 'loadFailed' | 'failed';
  onRetry?: () => void;
}) {
  const { t } = useTranslation(['transfer', 'common']);
  const errorText = useErrorText();
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle size={20} aria-hidden />}>
      <Text size="sm">{t(what, { reason: errorText(error) })}</Text>
      {onRetry && (
        <Group mt="sm">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={onRetry}
          >
            {t('common:retry')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
