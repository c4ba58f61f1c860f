import { Button, Group, Select, SimpleGrid, Skeleton, Stack, Text, Title, type ComboboxItem } from '@mantine/core';
import { assignPlan, getQuotes } from '@hzm/contracts/features/pricing/api';
import type { Cycle, Plan } from '@hzm/contracts/features/pricing/plan';
import type { Quote } from '@hzm/contracts/features/pricing/price';
import { IconUserCheck } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format.ts';
import { send } from '../../../lib/http.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import type { Pricing } from '../../../state/pricing.live.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Exceeding } from '../../../ui/Exceeding.tsx';
import { notifyDone } from '../../../ui/notify.tsx';
import { PriceSteps } from '../../../ui/PriceSteps.tsx';
import { useAnswer } from '../../../ui/use-answer.ts';
import { useMoney } from '../../../ui/use-money.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { PersonPicker } from './PersonPicker.tsx';
import classes from './Pricing.module.css';

/** What a person would pay for a plan, and why; an administrator may put them on it. */
export function Preview({ pricing, now, onAssigned }: { pricing: Pricing; now: Date; onAssigned: () => void }) {
  const { t } = useTranslation('pricing');
  const [person, setPerson] = useState<ComboboxItem | null>(null);
  const [planId, setPlanId] = useState<string | null>(null);
  const plan = pricing.plans.find(({ id }) => id === planId);
  return (
    <Stack p="md" gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <PersonPicker value={person} onChange={setPerson} />
        <Select label={t('preview.plan')} placeholder={t('preview.planHint')} searchable clearable data={pricing.plans.map(({ id, name }) => ({ value: id, label: name }))} value={plan?.id ?? null} onChange={setPlanId} />
      </SimpleGrid>
      {person && plan ? <Prices key={`${person.value} ${plan.id}`} person={person} plan={plan} asOf={pricing} now={now} onAssigned={onAssigned} /> : <Text size="sm" c="dimmed">{t('preview.lead')}</Text>}
    </Stack>
  );
}

function Prices({ person, plan, asOf, now, onAssigned }: { person: ComboboxItem; plan: Plan; asOf: Pricing; now: Date; onAssigned: () => void }) {
  const { t } = useTranslation('pricing');
  const { data, error, reload } = useAnswer(getQuotes, { query: { planId: plan.id, accountId: person.value } });
  const again = useEffectEvent(reload);
  useEffect(() => again(), [asOf, now]);
  const { busy, error: refusal, run } = useSending();
  const assign = (cycle: Cycle): void => void run(async () => {
    await send(assignPlan, { params: { accountId: person.value }, body: { planId: plan.id, cycle } });
    notifyDone(t('preview.assigned', { person: person.label, plan: plan.name }));
    reload();
    onAssigned();
  });
  if (error) return <ErrorNotice error={error} title={t('preview.failed')} onRetry={reload} />;
  if (!data) return <Skeleton h={180} aria-busy />;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {(['monthly', 'yearly'] as const).map(cycle => <OneCycle key={cycle} quote={data.quotes[cycle]} busy={busy} onAssign={() => assign(cycle)} />)}
      </SimpleGrid>
      <Exceeding exceeding={data.exceeding} />
      {refusal && <ErrorNotice error={refusal} title={t('preview.assignFailed')} />}
    </Stack>
  );
}

function OneCycle({ quote, busy, onAssign }: { quote: Quote; busy: boolean; onAssign: () => void }) {
  const { t } = useTranslation(['pricing', 'prices']);
  const language = useLanguage();
  const money = useMoney();
  return (
    <section className={classes.cycle} data-cycle={quote.cycle} aria-label={t(`prices:cycle.${quote.cycle}`)}>
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h6">{t(`prices:cycle.${quote.cycle}`)}</Title>
        <Text fw={650} className="hzm-figures" data-testid="price">{t(`prices:per.${quote.cycle}`, { price: money(quote.price, quote.currency) })}</Text>
      </Group>
      <PriceSteps quote={quote} label={t('preview.steps')} />
      <Text size="sm" c="dimmed">{t('prices:until')}: {quote.until === null ? t('prices:endless') : formatDate(quote.until, language)} · {t('prices:total')}: {money(quote.total, quote.currency)}</Text>
      <Button variant="default" size="sm" loading={busy} leftSection={<IconUserCheck size={16} aria-hidden />} onClick={onAssign}>{t(`preview.assign.${quote.cycle}`)}</Button>
    </section>
  );
}
