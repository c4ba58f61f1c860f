import type { User } from '@hzm/contracts/features/accounts/account';
import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePricing, type Pricing } from '../../../state/pricing.live.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { useMoment } from '../../../ui/use-moment.ts';
import { AssignPlan } from './AssignPlan.tsx';
import { momentsOf } from './moments-of.ts';

interface Props {
  user: Pick<User, 'id' | 'name'>;
  onAssigned: () => void;
}

/** Prices of each plan for one person, with assignment. */
export function PlanOfPerson(props: Props) {
  const { t } = useTranslation('pricing');
  const pricing = usePricing();
  if (pricing.status === 'loading') return <Skeleton h={120} aria-busy />;
  if (pricing.status === 'error')
    return <ErrorNotice error={pricing.error} title={t('failed')} onRetry={pricing.reload} />;
  return (
    <Stack>
      <Shown pricing={pricing.data} {...props} />
    </Stack>
  );
}

function Shown({ pricing, user: { id, name }, onAssigned }: Props & { pricing: Pricing }) {
  const now = useMoment(momentsOf(pricing));
  return (
    <AssignPlan
      person={{ value: id, label: name }}
      pricing={pricing}
      now={now}
      onAssigned={onAssigned}
    />
  );
}
