import type { Cycle } from '@hzm/contracts/features/pricing/plan';
import { Badge, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** What a year costs less, as the toggle says it, in percent. */
const YEARLY_BADGE = 17;

/** Monthly or yearly. */
export function CycleChoice({ cycle, onCycle }: { cycle: Cycle; onCycle: (cycle: Cycle) => void }) {
  const { t } = useTranslation(['upgrade', 'prices']);
  return (
    <SegmentedControl
      // As wide as its words: the badge makes one of them longer.
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
