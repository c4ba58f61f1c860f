import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function OfflineNote() {
  const { t } = useTranslation('portable');
  return (
    <Text size="sm" c="dimmed">
      {t('offline')}
    </Text>
  );
}
