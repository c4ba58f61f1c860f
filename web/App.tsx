import { RouterProvider, type RegisteredRouter } from '@tanstack/react-router';
import { StrictMode, useEffect } from 'react';
import { Provider, store } from './state/jotai.ts';
import { Appearance } from './ui/Appearance.tsx';

/** All of it. @param onShown hears when it has taken the page over */
export function App({ router, onShown }: { router: RegisteredRouter; onShown?: () => void }) {
  useEffect(() => onShown?.(), [onShown]);
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
