import { lazy, Suspense } from 'react';
import { loadTexts } from '../../lib/i18n.ts';
import { useCalm } from '../../ui/use-calm.ts';

const Bell = lazy(async () => {
  const [{ Bell: loaded }] = await Promise.all([import('./Bell.tsx'), loadTexts('notifications', 'requests')]);
  return { default: loaded };
});

/** As wide as the bell, so that nothing moves when it comes. */
const place = <span style={{ width: 34, height: 34 }} />;

/** The place of the bell, which comes when the screen is there. */
export function BellDoor() {
  const isCalm = useCalm();
  return isCalm ? <Suspense fallback={place}><Bell /></Suspense> : place;
}
