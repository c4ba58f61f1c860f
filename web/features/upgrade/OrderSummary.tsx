import { UNLIMITED } from '@hzm/contracts/features/accounts/account';
import type { Plan } from '@hzm/contracts/features/pricing/plan';
import type { Quote } from '@hzm/contracts/features/pricing/price';
import type {
  Exceeding as Exceeds,
  Subscription,
} from '@hzm/contracts/features/pricing/subscription';
import { Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../lib/bytes-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { dayOf, formatDay } from '../../lib/values/date-text.ts';
import { useSession } from '../../state/use-session.ts';
import { Exceeding } from '../../ui/Exceeding.tsx';
import { PriceSteps } from '../../ui/PriceSteps.tsx';
import { useMoney } from '../../ui/use-money.ts';
import classes from './Upgrade.module.css';

interface Props {
  plan: Plan;
  quote: Quote;
  exceeding: Exceeds;
  subscription: Subscription | null;
}

/** Current and new plan side by side, with the price calculation. */
export function OrderSummary({ plan, quote, exceeding, subscription }: Props) {
  const { t } = useTranslation(['upgrade', 'prices', 'translation']);
  const rows = useComparison({ subscription, plan, quote });
  const fees = useFees(quote);
  return (
    <Stack gap="md" p="md">
      <Table className={classes.compare} aria-label={t('summary.lead')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('summary.member')}</Table.Th>
            <Table.Th scope="col">{t('summary.now')}</Table.Th>
            <Table.Th scope="col">{t('summary.next')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ name, now, next }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td>{now}</Table.Td>
              <Table.Td fw={600}>{next}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <div>
        <Title order={3} size="h6" mb={4}>
          {t('summary.steps')}
        </Title>
        <PriceSteps quote={quote} label={t('summary.steps')} />
      </div>
      <dl className={classes.fees}>
        {fees.map(({ name, value }) => (
          <div key={name}>
            <Text component="dt" size="sm">
              {name}
            </Text>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Exceeding exceeding={exceeding} />
    </Stack>
  );
}

/** Compares the current plan with the new one. */
function useComparison({
  subscription,
  plan,
  quote,
}: Pick<Props, 'subscription' | 'plan' | 'quote'>) {
  const money = useMoney();
  const { user } = useSession();
  const { t } = useTranslation(['upgrade', 'prices', 'translation']);
  const language = useLanguage();
  const limit = (value: number): string =>
    value === UNLIMITED ? t('translation:unlimited') : formatNumber(value, language);
  const size = (bytes: number): string =>
    bytes === UNLIMITED ? t('translation:unlimited') : bytesText(bytes, language);
  const end = (until: string | null): string =>
    until === null ? t('prices:endless') : formatDay(dayOf(new Date(until)), language);
  const rows = [
    {
      name: t('summary.plan'),
      now: subscription?.planName ?? t(`translation:plans.${user.subscriptionType}`),
      next: plan.name,
    },
    {
      name: t('summary.cycle'),
      now: subscription ? t(`prices:cycle.${subscription.cycle}`) : '–',
      next: t(`prices:cycle.${quote.cycle}`),
    },
    { name: t('summary.projects'), now: limit(user.maxProjects), next: limit(plan.maxProjects) },
    { name: t('summary.tables'), now: limit(user.maxTables), next: limit(plan.maxTables) },
    { name: t('summary.storage'), now: size(user.maxStorage), next: size(plan.maxStorage) },
    {
      name: t('summary.price'),
      now: subscription ? money(subscription.price, subscription.currency) : '–',
      next: money(quote.price, quote.currency),
    },
    {
      name: t('prices:until'),
      now: subscription ? end(subscription.until) : '–',
      next: end(quote.until),
    },
  ];
  return rows;
}

function useFees(quote: Quote) {
  const { t } = useTranslation(['upgrade', 'prices']);
  const money = useMoney();
  return [
    ...(quote.setupFee > 0
      ? [{ name: t('prices:fee'), value: money(quote.setupFee, quote.currency) }]
      : []),
    { name: t('prices:total'), value: money(quote.total, quote.currency) },
    ...(quote.priceAfterTrial === null
      ? []
      : [
          {
            name: t('prices:afterTrial'),
            value: t(`prices:per.${quote.cycle}`, {
              price: money(quote.priceAfterTrial, quote.currency),
            }),
          },
        ]),
  ];
}

export const SummarySkeleton = () => (
  <Stack gap="sm" p="md" aria-busy>
    <Skeleton h={150} />
    <Skeleton h={60} />
  </Stack>
);
