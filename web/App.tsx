import { RouterProvider, type RegisteredRouter } from '@tanstack/react-router';
import { StrictMode, useLayoutEffect } from 'react';
import { Provider, store } from './state/jotai.ts';
import { Appearance } from './ui/Appearance.tsx';

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
