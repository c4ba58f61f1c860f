import { listSubscribers, unassignPlan } from '@hzm/contracts/features/pricing/api';
import type { Plan } from '@hzm/contracts/features/pricing/plan';
import type { Subscriber } from '@hzm/contracts/features/pricing/subscription';
import { Group, NativeSelect, Text, VisuallyHidden } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../lib/http.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../../ui/notify.tsx';
import { Dialog } from '../../../ui/Overlay.tsx';
import { Question } from '../../../ui/Question.tsx';
import { useAdminAnswer } from '../../../ui/use-admin-answer.ts';
import { Waiting } from '../../../ui/Waiting.tsx';
import { Pager } from '../Pager.tsx';
import { ApplyLimits } from './ApplyLimits.tsx';
import type { PricingView } from './pricing-view.ts';
import { SubscriberItem } from './SubscriberItem.tsx';
import classes from './Pricing.module.css';

const PAGE_SIZE = 20;

interface Props {
  plans: readonly Plan[];
  view: PricingView;
  onView: (view: PricingView) => void;
  /** Changes when a plan is assigned on this screen. */
  round: number;
}

/** People on plans, with their ends. */
export function Subscribers({ plans, view, onView, round }: Props) {
  const { t } = useTranslation('pricing');
  const { of, page = 1 } = view;
  const [ending, setEnding] = useState<Subscriber | null>(null);
  const { data, error, isOld, reload } = useAdminAnswer(
    listSubscribers,
    { query: { ...(of !== undefined && { planId: of }), page, limit: PAGE_SIZE } },
    ({ kind }) => kind === 'subscription' || kind === 'person',
  );
  const again = useEffectEvent(reload);
  useEffect(() => {
    if (round > 0) again();
  }, [round]);
  const plan = plans.find(({ id }) => id === of);
  const { page: _, of: __, ...first } = view;
  return (
    <>
      <Group p="md" gap="sm">
        <NativeSelect
          aria-label={t('subscribers.plan')}
          value={of ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onView(value === '' ? first : { ...first, of: value })
          }
          data={[
            { value: '', label: t('subscribers.anyPlan') },
            ...plans.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        {plan && <ApplyLimits plan={plan} onDone={reload} />}
      </Group>
      {error && <ErrorNotice error={error} title={t('subscribers.failed')} onRetry={reload} />}
      {!data && !error && (
        <Waiting text={t('subscribers.loading')} heights={[120]} className={classes.body} />
      )}
      {data?.subscribers.length === 0 && (
        <EmptyState
          icon={<IconUsers size={26} />}
          text={t(of === undefined ? 'subscribers.empty' : 'subscribers.nobody')}
        />
      )}
      {data && data.subscribers.length > 0 && (
        <SubscriberTable isOld={isOld} data={data} setEnding={setEnding} />
      )}
      {data && (
        <div className={classes.pager}>
          <Pager
            page={page}
            pages={data.pagination.totalPages ?? 1}
            onPage={next => onView({ ...view, page: next })}
          />
        </div>
      )}
      <EndPlan subscriber={ending} onClose={() => setEnding(null)} onEnded={reload} />
    </>
  );
}

function SubscriberTable({
  isOld,
  data,
  setEnding,
}: {
  isOld: boolean;
  data: { subscribers: Subscriber[] };
  setEnding: (value: Subscriber | null) => void;
}) {
  const { t } = useTranslation('pricing');
  return (
    <table
      className={classes.subscribers}
      aria-label={t('subscribers.title')}
      data-old={isOld || undefined}
    >
      <thead>
        <tr>
          {(['person', 'plan', 'price', 'since', 'until', 'more'] as const).map(column => (
            <th key={column} scope="col">
              {column === 'more' ? (
                <VisuallyHidden>{t('subscribers.more')}</VisuallyHidden>
              ) : (
                t(`subscribers.${column}`)
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.subscribers.map(one => (
          <SubscriberItem key={one.accountId} subscriber={one} onEnd={() => setEnding(one)} />
        ))}
      </tbody>
    </table>
  );
}

function EndPlan({
  subscriber,
  onClose,
  onEnded,
}: {
  subscriber: Subscriber | null;
  onClose: () => void;
  onEnded: () => void;
}) {
  const { t } = useTranslation('pricing');
  const names = { name: subscriber?.name ?? '', plan: subscriber?.planName ?? '' };
  const confirm = async (): Promise<void> => {
    if (!subscriber) return;
    await send(unassignPlan, { params: { accountId: subscriber.accountId } });
    notifyDone(t('end.done', names));
    onEnded();
    onClose();
  };
  return (
    <Dialog opened={subscriber !== null} onClose={onClose} title={t('end.title')}>
      <Question
        failed={t('end.failed')}
        confirm={t('end.confirm')}
        onConfirm={confirm}
        onClose={onClose}
      >
        <Text size="sm">{t('end.text', names)}</Text>
      </Question>
    </Dialog>
  );
}
