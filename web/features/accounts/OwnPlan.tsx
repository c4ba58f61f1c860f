import { UNLIMITED } from '@hzm/contracts/features/accounts/account';
import { unsubscribe } from '@hzm/contracts/features/pricing/api';
import type { Subscription } from '@hzm/contracts/features/pricing/subscription';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowUpCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { useSubscription } from '../../state/subscription.live.ts';
import { useSession } from '../../state/use-session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { Question } from '../../ui/Question.tsx';
import { useMoney } from '../../ui/use-money.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { PlanChanges } from './PlanChanges.tsx';
import classes from './Account.module.css';

export function OwnPlan() {
  const { t } = useTranslation('account');
  const { data, error, reload } = useSubscription();
  const [ending, setEnding] = useState(false);
  if (error)
    return (
      <div className={classes.body}>
        <ErrorNotice error={error} title={t('ownPlan.failed')} onRetry={reload} />
      </div>
    );
  if (!data)
    return <Waiting text={t('ownPlan.loading')} heights={[120]} className={classes.body} />;
  const subscription = data.subscription?.isEnded ? null : data.subscription;
  return (
    <>
      <Stack className={classes.body} gap="md">
        <PlanFacts subscription={subscription} />
        <Group gap="sm">
          <Button
            component={Link}
            to="/upgrade"
            leftSection={<IconArrowUpCircle size={18} aria-hidden />}
          >
            {t('ownPlan.change')}
          </Button>
          {subscription && (
            <Button variant="default" onClick={() => setEnding(true)}>
              {t('ownPlan.end')}
            </Button>
          )}
        </Group>
      </Stack>
      {data.changes.length === 0 ? (
        <Text size="sm" c="dimmed" className={classes.body} pt={0}>
          {t('ownPlan.never')}
        </Text>
      ) : (
        <PlanChanges changes={data.changes} />
      )}
      <EndOwnPlan
        opened={ending}
        plan={subscription?.planName ?? ''}
        onClose={() => setEnding(false)}
        onEnded={reload}
      />
    </>
  );
}

function PlanFacts({ subscription }: { subscription: Subscription | null }) {
  const { t } = useTranslation(['account', 'prices', 'translation']);
  const language = useLanguage();
  const money = useMoney();
  const { user } = useSession();
  const limit = (value: number): string =>
    value === UNLIMITED ? t('translation:unlimited') : formatNumber(value, language);
  const facts = [
    {
      name: t('plan'),
      value: subscription?.planName ?? t(`translation:plans.${user.subscriptionType}`),
    },
    {
      name: t('ownPlan.limits'),
      value: t('ownPlan.limitsText', {
        projects: limit(user.maxProjects),
        tables: limit(user.maxTables),
      }),
    },
    ...(subscription
      ? [
          {
            name: t('ownPlan.price'),
            value: t(`prices:per.${subscription.cycle}`, {
              price: money(subscription.price, subscription.currency),
            }),
          },
          ...(subscription.campaignName === null
            ? []
            : [{ name: t('ownPlan.campaign'), value: subscription.campaignName }]),
          { name: t('ownPlan.since'), value: formatDate(subscription.since, language) },
          {
            name: t('prices:until'),
            value:
              subscription.until === null
                ? t('prices:endless')
                : formatDate(subscription.until, language),
          },
        ]
      : []),
  ];
  return <Facts facts={facts} />;
}

function EndOwnPlan({
  opened,
  plan,
  onClose,
  onEnded,
}: {
  opened: boolean;
  plan: string;
  onClose: () => void;
  onEnded: () => void;
}) {
  const { t } = useTranslation('account');
  const confirm = async (): Promise<void> => {
    await send(unsubscribe);
    notifyDone(t('ownPlan.ended'));
    onEnded();
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={t('ownPlan.end')}>
      <Question
        failed={t('ownPlan.endFailed')}
        confirm={t('ownPlan.end')}
        onConfirm={confirm}
        onClose={onClose}
      >
        <Text size="sm">{t('ownPlan.endText', { plan })}</Text>
      </Question>
    </Dialog>
  );
}
