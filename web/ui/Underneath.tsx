import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/**
 * Shows another person's value for a field that is being edited; renders nothing if there is none.
 */
export function Underneath({ value }: { value: string | undefined }) {
  const { t } = useTranslation('common');
  return (
    value !== undefined && (
      <Text size="sm" c="var(--mantine-color-yellow-text)" mt={4} role="status">
        {t('underneath', { value: value === '' ? '—' : value })}
      </Text>
    )
  );
}
