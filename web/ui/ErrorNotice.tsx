import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../lib/api-error.ts';
import { isUnanswered, useErrorText } from '../lib/error-text.ts';

interface Props {
  error: ApiError;
  /** What could not be done; then the reason stands under it. */
  title?: string;
  /** In the place of `title` where no answer came. */
  network?: string | undefined;
  /** Stands before the reason where an answer has no words. */
  wordless?: string | undefined;
  onRetry?: () => void;
}

/** A failure where it happened, with its reason and a way on. */
export function ErrorNotice({ error, title, network, wordless, onRetry }: Props) {
  const { t } = useTranslation('common');
  const errorText = useErrorText();
  const reason = errorText(error, wordless);
  const shown = network !== undefined && isUnanswered(error) ? network : title;
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={shown}
    >
      <Stack gap="sm" align="flex-start">
        {reason !== shown && <Text size="sm">{reason}</Text>}
        {onRetry && (
          <Group>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              onClick={onRetry}
            >
              {t('retry')}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
