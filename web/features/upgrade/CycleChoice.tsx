import type { Cycle } from '@hzm/contracts/features/pricing/plan';
import { Badge, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Discount of yearly billing shown on the toggle, in percent. */
const YEARLY_BADGE = 17;

export function CycleChoice({ cycle, onCycle }: { cycle: Cycle; onCycle: (cycle: Cycle) => void }) {
  const { t } = useTranslation(['upgrade', 'prices']);
  return (
    <SegmentedControl
      // Sized by content, because the badge makes one label longer.
      styles={{ control: { flex: 'none' } }}
      aria-label={t('cycle.label')}
      value={cycle}
      onChange={value => onCycle(value === 'yearly' ? 'yearly' : 'monthly')}
      data={[
        { value: 'monthly', label: t('prices:cycle.monthly') },
        {
          value: 'yearly',
          label: (
            <>
              {t('prices:cycle.yearly')}{' '}
              <Badge size="sm" color="green" variant="light" tt="none" ml={4} miw="max-content">
                {t('cycle.badge', { percent: YEARLY_BADGE })}
              </Badge>
            </>
          ),
        },
      ]}
    />
  );
}
