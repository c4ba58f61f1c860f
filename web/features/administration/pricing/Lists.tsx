import { Button, Tabs, Text } from '@mantine/core';
import { IconDiscount2, IconPlus, IconReceipt } from '@tabler/icons-react';
import { useState, type ReactElement } from 'react';
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
export function Lists({ pricing, now, view, onTab, onChanged }: Props) {
  const { t } = useTranslation('pricing');
  const tab = view.tab ?? 'plans';
  const kind = kinds[tab];
  const step = useAddressStep();
  const [editing, setEditing] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<DeletionTarget | null>(null);
  const addButton = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => step.open(before => ({ ...before, add: true }))}
    >
      {t(`${kind}.add`)}
    </Button>
  );
  const isEmpty = pricing[tab].length === 0;
  const shared = { kind, pricing, onSaved: onChanged };
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
          {isEmpty && <NoOffers kind={kind} addButton={addButton} />}
          <ul className={classes.grid} aria-label={t(`tabs.${tab}`)}>
            <Cards
              kind={kind}
              pricing={pricing}
              now={now}
              onEdit={setEditing}
              onDelete={(id, name) => setDeleting({ kind, id, name })}
            />
          </ul>
        </Tabs.Panel>
      </Tabs>
      <AddDialog
        {...shared}
        opened={view.add === true}
        onClose={() => step.close(before => ({ ...before, add: undefined }))}
      />
      <EditDialog {...shared} editing={editing} onClose={() => setEditing(null)} />
      <DeleteDialog what={deleting} onClose={() => setDeleting(null)} onDeleted={onChanged} />
    </>
  );
}

/** The offers of each tab. */
const kinds = { plans: 'plan', campaigns: 'campaign' } as const;
type Kind = (typeof kinds)[keyof typeof kinds];

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

function NoOffers({ kind, addButton }: { kind: Kind; addButton: ReactElement }) {
  const { t } = useTranslation('pricing');
  return (
    <EmptyState
      icon={kind === 'plan' ? <IconReceipt size={26} /> : <IconDiscount2 size={26} />}
      text={t(`${kind}.empty`)}
    >
      {addButton}
    </EmptyState>
  );
}

function Cards({
  kind,
  pricing: { plans, campaigns },
  now,
  onEdit,
  onDelete,
}: {
  kind: Kind;
  pricing: Pricing;
  now: Date;
  onEdit: (id: string) => void;
  onDelete: (id: string, name: string) => void;
}) {
  if (kind === 'plan')
    return plans.map(one => (
      <li key={one.id}>
        <PlanCard
          plan={one}
          campaign={campaigns.find(({ id }) => id === one.campaignId)}
          now={now}
          onEdit={() => onEdit(one.id)}
          onDelete={() => onDelete(one.id, one.name)}
        />
      </li>
    ));
  return campaigns.map(one => (
    <li key={one.id}>
      <CampaignCard
        campaign={one}
        carriers={plans.filter(({ campaignId }) => campaignId === one.id).map(({ name }) => name)}
        now={now}
        onEdit={() => onEdit(one.id)}
        onDelete={() => onDelete(one.id, one.name)}
      />
    </li>
  ));
}

interface FormProps {
  kind: Kind;
  pricing: Pricing;
  onSaved: () => void;
  onClose: () => void;
}

function AddDialog({
  kind,
  pricing: { plans, campaigns },
  opened,
  onSaved,
  onClose,
}: FormProps & { opened: boolean }) {
  const { t } = useTranslation('pricing');
  return (
    <Dialog opened={opened} addressed onClose={onClose} title={t(`${kind}.add`)} size="lg">
      {kind === 'plan' ? (
        <PlanForm campaigns={campaigns} onClose={onClose} onSaved={onSaved} />
      ) : (
        <CampaignForm plans={plans} onClose={onClose} onSaved={onSaved} />
      )}
    </Dialog>
  );
}

/** @param editing id of the plan or campaign; null if none is edited */
function EditDialog({
  kind,
  pricing: { plans, campaigns },
  editing,
  onSaved,
  onClose,
}: FormProps & { editing: string | null }) {
  const { t } = useTranslation('pricing');
  const plan = plans.find(({ id }) => id === editing);
  const campaign = campaigns.find(({ id }) => id === editing);
  return (
    <Dialog
      opened={editing !== null}
      onClose={onClose}
      title={t(`${kind}.edit`)}
      size="lg"
      focusTo={() => document.querySelector(`[data-edit="${editing}"]`)}
    >
      {plan && <PlanForm plan={plan} campaigns={campaigns} onClose={onClose} onSaved={onSaved} />}
      {campaign && (
        <CampaignForm campaign={campaign} plans={plans} onClose={onClose} onSaved={onSaved} />
      )}
      {editing !== null && !plan && !campaign && <Text role="status">{t('gone')}</Text>}
    </Dialog>
  );
}
