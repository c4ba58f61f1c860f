import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Says what somebody else has made of what is being edited; nothing while there is nothing. */
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
