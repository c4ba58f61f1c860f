import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePricing, type Pricing } from '../../../state/pricing.live.ts';
import { AccessDenied } from '../../../ui/AdminOnly.tsx';
import { BackLink } from '../../../ui/BackLink.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Page } from '../../../ui/Page.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { useMoment } from '../../../ui/use-moment.ts';
import { Waiting } from '../../../ui/Waiting.tsx';
import { Lists } from './Lists.tsx';
import { momentsOf } from './moments-of.ts';
import { Preview } from './Preview.tsx';
import type { PricingView } from './pricing-view.ts';
import { Subscribers } from './Subscribers.tsx';
import { Tiles } from './Tiles.tsx';

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
