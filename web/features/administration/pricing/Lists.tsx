import type { Campaign } from '@hzm/contracts/features/pricing/campaign';
import type { Plan } from '@hzm/contracts/features/pricing/plan';
import { Button, Tabs, Text } from '@mantine/core';
import { IconDiscount2, IconPlus, IconReceipt } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pricing } from '../../../state/pricing.live.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Dialog } from '../../../ui/Overlay.tsx';
import { useAddressStep } from '../../../ui/use-history-step.ts';
import { CampaignCard } from './CampaignCard.tsx';
import { CampaignForm } from './CampaignForm.tsx';
import { DeleteDialog, type DeletionTarget } from './DeleteDialog.tsx';
import { PlanCard } from './PlanCard.tsx';
import { PlanForm } from './PlanForm.tsx';
import type { PricingView } from './pricing-view.ts';
import classes from './Pricing.module.css';

interface Props {
  pricing: Pricing;
  now: Date;
  view: PricingView;
  onTab: (tab: 'plans' | 'campaigns') => void;
  onChanged: () => void;
}

/** Plans and campaigns in tabs, with their actions. */
export function Lists({ pricing: { plans, campaigns }, now, view, onTab, onChanged }: Props) {
  const { t } = useTranslation('pricing');
  const tab = view.tab ?? 'plans';
  const step = useAddressStep();
  const [editing, setEditing] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<DeletionTarget | null>(null);
  const [isPlans, kind] = [tab === 'plans', tab === 'plans' ? 'plan' : 'campaign'] as const;
  const openAdd = (): void => step.open(before => ({ ...before, add: true }));
  const closeAdd = (): void => step.close(before => ({ ...before, add: undefined }));
  const close = (): void => setEditing(null);
  const plan = plans.find(({ id }) => id === editing);
  const campaign = campaigns.find(({ id }) => id === editing);
  const addButton = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={openAdd}>
      {t(`${kind}.add`)}
    </Button>
  );
  const isEmpty = (isPlans ? plans : campaigns).length === 0;
  return (
    <>
      <Tabs
        value={tab}
        onChange={next => {
          if (next === 'plans' || next === 'campaigns') onTab(next);
        }}
        keepMounted={false}
      >
        <ListTabs isEmpty={isEmpty} addButton={addButton} />
        <Tabs.Panel value={tab}>
          {isEmpty && <NoOffers isPlans={isPlans} kind={kind} addButton={addButton} />}
          <OfferList
            tab={tab}
            isPlans={isPlans}
            plans={plans}
            campaigns={campaigns}
            now={now}
            setEditing={setEditing}
            setDeleting={setDeleting}
            kind={kind}
          />
        </Tabs.Panel>
      </Tabs>
      <OfferDialogs
        view={view}
        closeAdd={closeAdd}
        kind={kind}
        isPlans={isPlans}
        campaigns={campaigns}
        onChanged={onChanged}
        plans={plans}
        editing={editing}
        close={close}
        plan={plan}
        campaign={campaign}
      />
      <DeleteDialog what={deleting} onClose={() => setDeleting(null)} onDeleted={onChanged} />
    </>
  );
}

function ListTabs({ isEmpty, addButton }: { isEmpty: boolean; addButton: ReactElement }) {
  const { t } = useTranslation('pricing');
  return (
    <div className={classes.head}>
      <Tabs.List aria-label={t('tabs.label')}>
        <Tabs.Tab value="plans" leftSection={<IconReceipt size={17} aria-hidden />}>
          {t('tabs.plans')}
        </Tabs.Tab>
        <Tabs.Tab value="campaigns" leftSection={<IconDiscount2 size={17} aria-hidden />}>
          {t('tabs.campaigns')}
        </Tabs.Tab>
      </Tabs.List>
      {!isEmpty && addButton}
    </div>
  );
}

function NoOffers({
  isPlans,
  kind,
  addButton,
}: {
  isPlans: boolean;
  kind: 'plan' | 'campaign';
  addButton: ReactElement;
}) {
  const { t } = useTranslation('pricing');
  return (
    <EmptyState
      icon={isPlans ? <IconReceipt size={26} /> : <IconDiscount2 size={26} />}
      text={t(`${kind}.empty`)}
    >
      {addButton}
    </EmptyState>
  );
}

function OfferList({
  tab,
  isPlans,
  plans,
  campaigns,
  now,
  setEditing,
  setDeleting,
  kind,
}: {
  tab: 'plans' | 'campaigns';
  isPlans: boolean;
  plans: readonly Plan[];
  campaigns: readonly Campaign[];
  now: Date;
  setEditing: (value: string | null) => void;
  setDeleting: (value: DeletionTarget | null) => void;
  kind: 'plan' | 'campaign';
}) {
  const { t } = useTranslation('pricing');
  return (
    <ul className={classes.grid} aria-label={t(`tabs.${tab}`)}>
      {isPlans
        ? plans.map(one => (
            <li key={one.id}>
              <PlanCard
                plan={one}
                campaign={campaigns.find(({ id }) => id === one.campaignId)}
                now={now}
                onEdit={() => setEditing(one.id)}
                onDelete={() => setDeleting({ kind, id: one.id, name: one.name })}
              />
            </li>
          ))
        : campaigns.map(one => (
            <li key={one.id}>
              <CampaignCard
                campaign={one}
                carriers={plans
                  .filter(({ campaignId }) => campaignId === one.id)
                  .map(({ name }) => name)}
                now={now}
                onEdit={() => setEditing(one.id)}
                onDelete={() => setDeleting({ kind, id: one.id, name: one.name })}
              />
            </li>
          ))}
    </ul>
  );
}

function OfferDialogs({
  view,
  closeAdd,
  kind,
  isPlans,
  campaigns,
  onChanged,
  plans,
  editing,
  close,
  plan,
  campaign,
}: {
  view: PricingView;
  closeAdd: () => void;
  kind: 'plan' | 'campaign';
  isPlans: boolean;
  campaigns: readonly Campaign[];
  onChanged: () => void;
  plans: readonly Plan[];
  editing: string | null;
  close: () => void;
  plan: Plan | undefined;
  campaign: Campaign | undefined;
}) {
  const { t } = useTranslation('pricing');
  return (
    <>
      <Dialog
        opened={view.add === true}
        addressed
        onClose={closeAdd}
        title={t(`${kind}.add`)}
        size="lg"
      >
        {isPlans ? (
          <PlanForm campaigns={campaigns} onClose={closeAdd} onSaved={onChanged} />
        ) : (
          <CampaignForm plans={plans} onClose={closeAdd} onSaved={onChanged} />
        )}
      </Dialog>
      <Dialog
        opened={editing !== null}
        onClose={close}
        title={t(`${kind}.edit`)}
        size="lg"
        focusTo={() => document.querySelector(`[data-edit="${editing}"]`)}
      >
        {plan && <PlanForm plan={plan} campaigns={campaigns} onClose={close} onSaved={onChanged} />}
        {campaign && (
          <CampaignForm campaign={campaign} plans={plans} onClose={close} onSaved={onChanged} />
        )}
        {editing !== null && !plan && !campaign && <Text role="status">{t('gone')}</Text>}
      </Dialog>
    </>
  );
}
