import type { Cycle, Plan } from '@hzm/contracts/features/pricing/plan';
import type { Quote } from '@hzm/contracts/features/pricing/price';
import type { Exceeding, Subscription } from '@hzm/contracts/features/pricing/subscription';
import { Alert, Badge, Button, SegmentedControl, Title } from '@mantine/core';
import { IconCreditCardOff } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api-error.ts';
import { usePricing, type Pricing } from '../../state/pricing.live.ts';
import { useSubscription, type OwnSubscription } from '../../state/subscription.live.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useMoment } from '../../ui/use-moment.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { CurrentPlan } from './CurrentPlan.tsx';
import { OfferCard } from './OfferCard.tsx';
import { offersOf } from './offers.ts';
import { OrderSummary, SummarySkeleton } from './OrderSummary.tsx';
import { PaymentForm } from './PaymentForm.tsx';
import { useQuotes } from './use-quotes.ts';
import classes from './Upgrade.module.css';

const route = getRouteApi('/_signed-in/upgrade');

export function UpgradeScreen() {
  const { t } = useTranslation('upgrade');
  const pricing = usePricing();
  return (
    <Page
      title={t('title')}
      subtitle={t('lead')}
      back={<BackLink to="/dashboard" label={t('back')} />}
    >
      {pricing.status === 'loading' && <Waiting text={t('loading')} heights={[86, 300]} />}
      {pricing.status === 'error' && (
        <ErrorNotice error={pricing.error} title={t('failed')} onRetry={pricing.reload} />
      )}
      {pricing.status === 'ready' && <Choosing pricing={pricing.data} />}
    </Page>
  );
}

function Choosing({ pricing }: { pricing: Pricing }) {
  const view = route.useSearch();
  const navigate = route.useNavigate();
  const { data: own, status, reload } = useSubscription();
  const { offers, plan, quotes, cycle } = useOffers({ pricing, view, status, own });
  const subscription =
    own === null ? undefined : own.subscription?.isEnded ? null : own.subscription;
  if (offers.length === 0) return <NoOffers subscription={subscription} />;
  const { offer, error } = plan ? quotes.of(plan.id) : { offer: null, error: null };
  const isSame = plan !== undefined && subscription?.planId === plan.id;
  const choose = (change: typeof view): void =>
    void navigate({
      search: before => ({ ...before, ...change }),
      replace: true,
      resetScroll: false,
    });
  return (
    <div className={classes.screen}>
      <div className={classes.choose}>
        <CurrentPlan subscription={subscription} />
        <Offers
          cycle={cycle}
          choose={choose}
          offers={offers}
          quotes={quotes}
          subscription={subscription}
          plan={plan}
        />
      </div>
      <div className={classes.summary}>
        <SummaryPanel
          plan={plan}
          error={error}
          quotes={quotes}
          offer={offer}
          isSame={isSame}
          cycle={cycle}
          subscription={subscription}
        />
      </div>
      <div className={classes.pay}>
        <PaymentForm
          plan={plan}
          quote={offer?.quotes[cycle] ?? null}
          onPrice={quotes.take}
          onDone={reload}
        />
      </div>
    </div>
  );
}

function useOffers({
  pricing,
  view,
  status,
  own,
}: {
  pricing: Pricing;
  view: { plan?: string; cycle?: Cycle };
  status: 'error' | 'ready' | 'loading';
  own: OwnSubscription | null;
}) {
  const now = useMoment([
    ...pricing.plans.flatMap(({ availableFrom, availableUntil }) => [
      availableFrom,
      availableUntil,
    ]),
    ...pricing.campaigns.flatMap(({ startDate, endDate }) => [startDate, endDate]),
  ]);
  const offers = offersOf(pricing.plans, now);
  // The first offer stays selected when the order changes, so that nobody buys another plan than
  // they read.
  const [first, setFirst] = useState(offers[0]?.id);
  if (first === undefined && offers[0] !== undefined) setFirst(offers[0].id);
  const plan = offers.find(({ id }) => id === (view.plan ?? first));
  const cycle = view.cycle ?? pricing.plans.find(({ id }) => id === first)?.duration ?? 'monthly';
  const quotes = useQuotes(
    status === 'loading' ? [] : offers.map(({ id }) => id),
    pricing,
    own,
    now,
  );
  return { offers, plan, quotes, cycle };
}

function NoOffers({ subscription }: { subscription: Subscription | undefined | null }) {
  const { t } = useTranslation('upgrade');
  return (
    <>
      <CurrentPlan subscription={subscription} />
      <EmptyState icon={<IconCreditCardOff size={26} />} text={t('empty')}>
        <Button component={Link} to="/dashboard">
          {t('back')}
        </Button>
      </EmptyState>
    </>
  );
}

function Offers({
  cycle,
  choose,
  offers,
  quotes,
  subscription,
  plan,
}: {
  cycle: Cycle;
  choose: (change: { plan?: string; cycle?: Cycle }) => void;
  offers: readonly Plan[];
  quotes: ReturnType<typeof useQuotes>;
  subscription: Subscription | undefined | null;
  plan: Plan | undefined;
}) {
  const { t } = useTranslation('upgrade');
  return (
    <section aria-labelledby="offers">
      <div className={classes.head}>
        <Title order={2} size="h4" id="offers">
          {t('plans.title')}
        </Title>
        <CycleChoice cycle={cycle} onCycle={next => choose({ cycle: next })} />
      </div>
      <ul className={classes.offers}>
        {offers.map(one => (
          <OfferCard
            key={one.id}
            plan={one}
            quote={quotes.of(one.id).offer?.quotes[cycle] ?? null}
            isOwn={subscription?.planId === one.id}
            isChosen={one.id === plan?.id}
            onChoose={() => choose({ plan: one.id })}
          />
        ))}
      </ul>
    </section>
  );
}

function SummaryPanel({
  plan,
  error,
  quotes,
  offer,
  isSame,
  cycle,
  subscription,
}: {
  plan: Plan | undefined;
  error: ApiError | null;
  quotes: ReturnType<typeof useQuotes>;
  offer: { quote: Quote; quotes: { monthly: Quote; yearly: Quote }; exceeding: Exceeding } | null;
  isSame: boolean;
  cycle: Cycle;
  subscription: Subscription | undefined | null;
}) {
  const { t } = useTranslation('upgrade');
  return (
    <Panel title={t('summary.title')}>
      {plan === undefined && (
        <Alert color="yellow" role="status" m="md">
          {t('gone')}
        </Alert>
      )}
      {plan && error && (
        <ErrorNotice error={error} title={t('summary.failed')} onRetry={quotes.reload} />
      )}
      {plan && !offer && !error && <SummarySkeleton />}
      {isSame && (
        <Alert color="blue" role="status" m="md" mb={0}>
          {t('same')}
        </Alert>
      )}
      {plan && offer && (
        <OrderSummary
          plan={plan}
          quote={offer.quotes[cycle]}
          exceeding={offer.exceeding}
          subscription={subscription ?? null}
        />
      )}
    </Panel>
  );
}

/** Discount of yearly billing shown on the toggle, in percent. */
const YEARLY_BADGE = 17;

function CycleChoice({ cycle, onCycle }: { cycle: Cycle; onCycle: (cycle: Cycle) => void }) {
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
