import { MantineProvider } from '@mantine/core';
import { RouterProvider, type RegisteredRouter } from '@tanstack/react-router';
import { StrictMode, useLayoutEffect, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Provider, store } from './state/jotai.ts';
import { cssVariablesResolver, themeIn } from './ui/theme.ts';

/**
 * All of it. @param onShown is called when it stands in the page for the first time, before
 * anything of it is drawn again
 */
export function App({
  router,
  onShown,
}: {
  router: RegisteredRouter;
  onShown?: (() => void) | undefined;
}) {
  useLayoutEffect(() => onShown?.(), [onShown]);
  return (
    <StrictMode>
      <Provider store={store}>
        <Appearance>
          <RouterProvider router={router} />
        </Appearance>
      </Provider>
    </StrictMode>
  );
}

/** Provides the theme and the colour scheme: light, dark, or the system's. */
function Appearance({ children }: { children: ReactNode }) {
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
