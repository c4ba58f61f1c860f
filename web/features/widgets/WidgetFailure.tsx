import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api-error.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';

interface Props {
  error: ApiError;
  action: 'create' | 'update' | 'remove';
}

/** A failed action with the status of its answer, or the reason why there is none. */
export function WidgetFailure({ error, action }: Props) {
  const { t } = useTranslation('widgets');
  const errorText = useErrorText();
  return (
    <>
      <ErrorNotice
        error={error}
        title={t(`failed.${action}`, { status: error.status })}
        network={t('failed.network', { message: errorText(error) })}
      />
      {error.details.length > 1 && (
        <ul>
          {error.details.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <Text size="sm">{message}</Text>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
