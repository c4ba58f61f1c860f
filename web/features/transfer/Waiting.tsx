import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Placeholder while tables are compared. */
export function Waiting() {
  const { t } = useTranslation('transfer');
  return (
    <Stack gap="sm" aria-busy>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <Skeleton h={20} w="80%" />
      {[0, 1, 2].map(n => (
        <Skeleton key={n} h={64} radius="md" />
      ))}
    </Stack>
  );
}
