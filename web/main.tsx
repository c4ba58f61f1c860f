import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './ui/fonts.css';
import './ui/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isOutdated } from './lib/app-version.ts';
import { startTexts } from './lib/i18n.ts';
import { router } from './router.ts';
import { Provider, store } from './state/jotai.ts';
import { Appearance } from './ui/Appearance.tsx';

if (await isOutdated(localStorage, 'caches' in window ? caches : undefined)) location.reload();
await startTexts();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Provider store={store}>
      <Appearance>
        <RouterProvider router={router} />
      </Appearance>
    </Provider>
  </StrictMode>,
);
