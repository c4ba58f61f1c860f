import { applyPlan } from '@hzm/contracts/features/pricing/api';
import type { Plan } from '@hzm/contracts/features/pricing/plan';
import { Button } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../lib/http.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../../ui/notify.tsx';
import { useSending } from '../../../ui/use-sending.ts';

/** Applies a plan's current limits to everyone on it. */
export function ApplyLimits({ plan, onDone }: { plan: Plan; onDone: () => void }) {
  const { t } = useTranslation('pricing');
  const { busy, error, run } = useSending();
  const apply = (): Promise<void> =>
    run(async () => {
      let [people, after]: [number, string | null] = [0, null];
      do {
        const { data }: { data: { people: number; next: string | null } } = await send(applyPlan, {
          params: { planId: plan.id },
          body: after === null ? {} : { after },
        });
        [people, after] = [people + data.people, data.next];
      } while (after !== null);
      notifyDone(t('apply.done', { count: people }));
      onDone();
    });
  return (
    <>
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconAdjustments size={16} aria-hidden />}
        onClick={() => void apply()}
      >
        {t('apply.submit')}
      </Button>
      {error && <ErrorNotice error={error} title={t('apply.failed')} />}
    </>
  );
}
