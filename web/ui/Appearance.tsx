import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cssVariablesResolver, themeIn } from './theme.ts';

/** Theme, colour scheme (light, dark, or the system's) and the place where notices appear. */
export function Appearance({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common');
  const theme = useMemo(() => themeIn(t), [t]);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      {children}
      <section aria-label={t('notices')}>
        <Notifications position="bottom-right" limit={4} pauseResetOnHover="notification" withinPortal={false} />
      </section>
    </MantineProvider>
  );
}
