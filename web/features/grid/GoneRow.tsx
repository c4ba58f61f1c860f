import { Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** The address of a row that is not here: it is being read, or it was deleted and can be brought back. */
export function GoneRow({ isGone, onBack }: { isGone: boolean; onBack: () => void }) {
  const { t } = useTranslation('grid');
  if (!isGone) return <Stack gap="md" aria-busy><VisuallyHidden role="status">{t('rowsLoading')}</VisuallyHidden>{[0, 1, 2].map(n => <Skeleton key={n} h={58} />)}</Stack>;
  return (
    <Stack align="flex-start" gap="sm">
      <Text role="status">{t('rowGone')}</Text>
      <Text size="sm" c="dimmed">{t('rowGoneHint')}</Text>
      <Button leftSection={<IconRestore size={16} aria-hidden />} onClick={onBack} data-autofocus>{t('bringBack')}</Button>
    </Stack>
  );
}
