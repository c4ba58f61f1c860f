import { MantineProvider } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cssVariablesResolver, themeIn } from './theme.ts';

/** Provides the theme and the colour scheme: light, dark, or the system's. */
export function Appearance({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common');
  const theme = useMemo(() => themeIn(t), [t]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  );
}
