import { assignPlan, getQuotes } from '@hzm/contracts/features/pricing/api';
import type { Cycle, Plan } from '@hzm/contracts/features/pricing/plan';
import { Select, SimpleGrid, Skeleton, Stack, Text, type ComboboxItem } from '@mantine/core';
import { Suspense, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../lib/http.ts';
import { dayOf } from '../../../lib/values/date-text.ts';
import type { Pricing } from '../../../state/pricing.live.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Exceeding } from '../../../ui/Exceeding.tsx';
import { notifyDone } from '../../../ui/notify.tsx';
import { part } from '../../../ui/part.ts';
import { useAnswer } from '../../../ui/use-answer.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { endOf } from './days.ts';
import { QuoteOfCycle } from './QuoteOfCycle.tsx';

const DayInput = part(async () => (await import('../../../ui/DayInput.tsx')).DayInput);

interface Props {
  /** Null until one is chosen. */
  person: ComboboxItem | null;
  /** Chooses the person; absent if known. */
  picker?: ReactNode;
  pricing: Pricing;
  now: Date;
  onAssigned: () => void;
}

/** Chooses a plan for a person, explains its price, and assigns it. */
export function AssignPlan({ person, picker, pricing, now, onAssigned }: Props) {
  const { t } = useTranslation('pricing');
  const [planId, setPlanId] = useState<string | null>(null);
  const plan = pricing.plans.find(({ id }) => id === planId);
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: picker ? 2 : 1 }}>
        {picker}
        <Select
          label={t('preview.plan')}
          placeholder={t('preview.planHint')}
          searchable
          clearable
          data={pricing.plans.map(({ id, name }) => ({ value: id, label: name }))}
          value={plan?.id ?? null}
          onChange={setPlanId}
        />
      </SimpleGrid>
      {person && plan ? (
        <Prices
          key={`${person.value} ${plan.id}`}
          person={person}
          plan={plan}
          asOf={pricing}
          now={now}
          onAssigned={onAssigned}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {t(
            pricing.plans.length === 0 ? 'plan.empty' : picker ? 'preview.lead' : 'preview.leadOne',
          )}
        </Text>
      )}
    </>
  );
}

function Prices({
  person,
  plan,
  asOf,
  now,
  onAssigned,
}: {
  person: ComboboxItem;
  plan: Plan;
  asOf: Pricing;
  now: Date;
  onAssigned: () => void;
}) {
  const { t } = useTranslation('pricing');
  const { data, error, reload } = useAnswer(getQuotes, {
    query: { planId: plan.id, accountId: person.value },
  });
  const [lastDay, setLastDay] = useState<string | null>(null);
  const again = useEffectEvent(reload);
  useEffect(() => again(), [asOf, now]);
  const { busy, error: refusal, run } = useSending();
  const until = endOf(lastDay ?? '', null);
  const assign = (cycle: Cycle): void =>
    void run(async () => {
      await send(assignPlan, {
        params: { accountId: person.value },
        body: { planId: plan.id, cycle, ...(until !== null && { until }) },
      });
      notifyDone(t('preview.assigned', { person: person.label, plan: plan.name }));
      reload();
      onAssigned();
    });
  if (error) return <ErrorNotice error={error} title={t('preview.failed')} onRetry={reload} />;
  if (!data) return <Skeleton h={180} aria-busy />;
  return (
    <Stack gap="md">
      <LastDay now={now} lastDay={lastDay} setLastDay={setLastDay} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {(['monthly', 'yearly'] as const).map(cycle => (
          <QuoteOfCycle
            key={cycle}
            quote={data.quotes[cycle]}
            until={until ?? data.quotes[cycle].until}
            busy={busy}
            onAssign={() => assign(cycle)}
          />
        ))}
      </SimpleGrid>
      <Exceeding exceeding={data.exceeding} />
      {refusal && <ErrorNotice error={refusal} title={t('preview.assignFailed')} />}
    </Stack>
  );
}

function LastDay({
  now,
  lastDay,
  setLastDay,
}: {
  now: Date;
  lastDay: string | null;
  setLastDay: (value: string | null) => void;
}) {
  const { t } = useTranslation('pricing');
  return (
    <Suspense fallback={<Skeleton h={80} />}>
      <DayInput
        minDate={dayOf(now)}
        label={t('preview.lastDay')}
        description={t('preview.lastDayHint')}
        placeholder={t('preview.usualEnd')}
        value={lastDay}
        onChange={setLastDay}
      />
    </Suspense>
  );
}
