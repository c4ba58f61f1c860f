import { useNotifications } from '@mantine/notifications';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from './part.ts';

const NoticeList = part(async () => (await import('./NoticeList.tsx')).NoticeList);

/** Region of the notices; their renderer is loaded with the first. */
export function Notices() {
  const { t } = useTranslation('common');
  const isNeeded = useNotifications().notifications.length > 0;
  const [wasNeeded, setNeeded] = useState(false);
  if (isNeeded && !wasNeeded) setNeeded(true);
  return (
    <section aria-label={t('notices')}>
      {wasNeeded && (
        <Suspense fallback={null}>
          <NoticeList />
        </Suspense>
      )}
    </section>
  );
}
