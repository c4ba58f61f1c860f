import { Badge } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Badge of a test environment; `isLoud` on a filled background. */
export function TestBadge({ isLoud = false }: { isLoud?: boolean }) {
  const { t } = useTranslation('common');
  return (
    <Badge
      color="yellow"
      variant={isLoud ? 'filled' : 'light'}
      leftSection={<IconFlask size={12} aria-hidden />}
      flex="none"
    >
      {t('mode.test')}
    </Badge>
  );
}

export function LiveBadge() {
  const { t } = useTranslation('common');
  return (
    <Badge variant="light" flex="none">
      {t('mode.live')}
    </Badge>
  );
}
