import { isRunning } from '@hzm/contracts/features/pricing/campaign';
import { Stack, type ComboboxItem } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { usePricing, type Pricing } from '../../../state/pricing.live.ts';
import { AccessDenied } from '../../../ui/AdminOnly.tsx';
import { BackLink } from '../../../ui/BackLink.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Page } from '../../../ui/Page.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { useMoment } from '../../../ui/use-moment.ts';
import { Waiting } from '../../../ui/Waiting.tsx';
import { AssignPlan } from './AssignPlan.tsx';
import { Lists } from './Lists.tsx';
import { momentsOf } from './moments-of.ts';
import { PersonPicker } from './PersonPicker.tsx';
import type { PricingView } from './pricing-view.ts';
import { Subscribers } from './Subscribers.tsx';
import classes from '../Overview.module.css';

const route = getRouteApi('/_signed-in/database-pricing');

export function PricingScreen() {
  const { t } = useTranslation(['pricing', 'administration']);
  const pricing = usePricing();
  if (pricing.error?.status === 403) return <AccessDenied />;
  return (
    <Page
      title={t('title')}
      subtitle={t('lead')}
      back={<BackLink to="/dashboard" label={t('administration:back')} />}
    >
      {pricing.status === 'loading' && <Waiting text={t('loading')} heights={[70, 300]} />}
      {pricing.status === 'error' && (
        <ErrorNotice error={pricing.error} title={t('failed')} onRetry={pricing.reload} />
      )}
      {pricing.status === 'ready' && <Shown pricing={pricing.data} onChanged={pricing.reload} />}
    </Page>
  );
}

function Shown({ pricing, onChanged }: { pricing: Pricing; onChanged: () => void }) {
  const { t } = useTranslation('pricing');
  const view = route.useSearch();
  const navigate = route.useNavigate();
  const [round, setRound] = useState(0);
  const now = useMoment(momentsOf(pricing));
  const { tab: _, add: __, ...people } = view;
  const show = (next: PricingView): void =>
    void navigate({ search: next, replace: true, resetScroll: false });
  return (
    <>
      <Tiles pricing={pricing} now={now} />
      <Lists
        pricing={pricing}
        now={now}
        view={view}
        onTab={tab =>
          void navigate({
            search: { ...people, ...(tab === 'campaigns' && { tab }) },
            resetScroll: false,
          })
        }
        onChanged={onChanged}
      />
      <Panel title={t('preview.title')}>
        <Preview pricing={pricing} now={now} onAssigned={() => setRound(before => before + 1)} />
      </Panel>
      <Panel title={t('subscribers.title')}>
        <Subscribers plans={pricing.plans} view={view} onView={show} round={round} />
      </Panel>
    </>
  );
}

/** Price calculation of a plan for a chosen person, with assignment. */
function Preview({
  pricing,
  now,
  onAssigned,
}: {
  pricing: Pricing;
  now: Date;
  onAssigned: () => void;
}) {
  const [person, setPerson] = useState<ComboboxItem | null>(null);
  return (
    <Stack p="md" gap="md">
      <AssignPlan
        person={person}
        picker={<PersonPicker value={person} onChange={setPerson} />}
        pricing={pricing}
        now={now}
        onAssigned={onAssigned}
      />
    </Stack>
  );
}

/** Numbers of plans and campaigns by kind. */
function Tiles({ pricing: { plans, campaigns }, now }: { pricing: Pricing; now: Date }) {
  const { t } = useTranslation('pricing');
  const language = useLanguage();
  const tiles = [
    ['plans', plans.length],
    ['general', plans.filter(({ planType }) => planType === 'general').length],
    ['custom', plans.filter(({ planType }) => planType === 'custom').length],
    ['campaigns', campaigns.length],
    ['active', campaigns.filter(campaign => isRunning(campaign, now)).length],
    ['trials', campaigns.filter(({ discountType }) => discountType === 'free_trial').length],
  ] as const;
  return (
    <dl className={classes.figures} aria-label={t('tiles.label')}>
      {tiles.map(([name, count]) => (
        <div key={name} data-tile={name}>
          <dt>{t(`tiles.${name}`)}</dt>
          <dd>{formatNumber(count, language)}</dd>
        </div>
      ))}
    </dl>
  );
}
