import { Skeleton } from '@mantine/core';
import type { User } from '@hzm/contracts/features/accounts/account';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../lib/i18n.ts';
import { Dialog } from '../../ui/Overlay.tsx';
import { menuOf } from '../../ui/menu-of.ts';

/** Loaded when it is first opened. */
const PlanOfPerson = lazy(async () => {
  const [{ PlanOfPerson: loaded }] = await Promise.all([import('./pricing/PlanOfPerson.tsx'), loadTexts('pricing', 'prices')]);
  return { default: loaded };
});

/** Puts a person on a plan until a day. */
export function PlanDialog({ user, onClose, onAssigned }: { user: User | null; onClose: () => void; onAssigned: () => void }) {
  const { t } = useTranslation('administration');
  return (
    <Dialog opened={user !== null} onClose={onClose} title={t('plan.title', { name: user?.name ?? '' })} focusTo={() => user && menuOf(user.id)}>
      {user && <Suspense fallback={<Skeleton h={120} aria-busy />}><PlanOfPerson user={user} onAssigned={() => { onAssigned(); onClose(); }} /></Suspense>}
    </Dialog>
  );
}
