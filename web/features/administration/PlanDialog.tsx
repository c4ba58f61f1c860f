import type { User } from '@hzm/contracts/features/accounts/account';
import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { menuOf } from '../../ui/menu-of.ts';
import { Dialog } from '../../ui/Overlay.tsx';
import { part } from '../../ui/part.ts';

const PlanOfPerson = part(
  async () => (await import('./pricing/PlanOfPerson.tsx')).PlanOfPerson,
  'pricing',
  'prices',
);

export function PlanDialog({
  user,
  onClose,
  onAssigned,
}: {
  user: User | null;
  onClose: () => void;
  onAssigned: () => void;
}) {
  const { t } = useTranslation('administration');
  return (
    <Dialog
      opened={user !== null}
      onClose={onClose}
      title={t('plan.title', { name: user?.name ?? '' })}
      focusTo={() => user && menuOf(user.id)}
    >
      {user && (
        <Suspense fallback={<Skeleton h={120} aria-busy />}>
          <PlanOfPerson
            user={user}
            onAssigned={() => {
              onAssigned();
              onClose();
            }}
          />
        </Suspense>
      )}
    </Dialog>
  );
}
