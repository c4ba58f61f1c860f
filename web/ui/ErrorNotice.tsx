import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../lib/api-error.ts';
import { isUnanswered, useErrorText } from '../lib/error-text.ts';

interface Props {
  error: ApiError;
  /** Heading that names the failed action, above the reason. */
  title?: string;
  /** Replaces `title` if no answer came. */
  network?: string | undefined;
  /** Precedes the reason if the answer has no text. */
  wordless?: string | undefined;
  onRetry?: () => void;
}

/** A failure at its place, with its reason and a retry. */
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
        {!shown?.includes(reason) && <Text size="sm">{reason}</Text>}
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
