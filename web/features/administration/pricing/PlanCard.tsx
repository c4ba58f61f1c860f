import type { Language } from '@hzm/contracts/core/language';
import { UNLIMITED } from '@hzm/contracts/features/accounts/account';
import type { Campaign } from '@hzm/contracts/features/pricing/campaign';
import type { Currency } from '@hzm/contracts/features/pricing/money';
import { isOnOffer, type Plan } from '@hzm/contracts/features/pricing/plan';
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../../lib/bytes-text.ts';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useMoney } from '../../../ui/use-money.ts';
import { Card, Lines } from './Card.tsx';

interface Props {
  plan: Plan;
  campaign: Campaign | undefined;
  now: Date;
  onEdit: () => void;
  onDelete: () => void;
}

export function PlanCard({ plan, campaign, now, onEdit, onDelete }: Props) {
  const { t } = useTranslation(['pricing', 'prices', 'administration', 'translation']);
  const language = useLanguage();
  const money = useMoney();
  const limit = (value: number): string =>
    value === UNLIMITED ? t('translation:unlimited') : formatNumber(value, language);
  const size = (bytes: number): string =>
    bytes === UNLIMITED ? t('translation:unlimited') : bytesText(bytes, language);
  const { name, planType, features } = plan;
  const facts = usePlanFacts({ money, plan, limit, size, campaign });
  return (
    <Card
      id={plan.id}
      name={name}
      isActive={isOnOffer({ ...plan, planType: 'general' }, now)}
      badges={
        <Badge variant="light" tt="none">
          {t(`planType.${planType}`)}
        </Badge>
      }
      facts={facts}
      onEdit={onEdit}
      onDelete={onDelete}
    >
      {features.length > 0 && <Lines lines={features} />}
    </Card>
  );
}

function usePlanFacts({
  money,
  plan,
  limit,
  size,
  campaign,
}: {
  money: (amount: number, currency: Currency) => string;
  plan: Plan;
  limit: (value: number) => string;
  size: (bytes: number) => string;
  campaign: Campaign | undefined;
}) {
  const { t } = useTranslation(['pricing', 'prices', 'administration', 'translation']);
  const language = useLanguage();
  const {
    price,
    currency,
    yearlyPrice,
    maxProjects,
    maxTables,
    maxStorage,
    setupFee,
    trialDays,
    availableFrom,
    availableUntil,
  } = plan;
  const facts = [
    { name: t('plan.price'), value: money(price, currency) },
    {
      name: t('plan.yearlyPrice'),
      value: yearlyPrice === null ? t('plan.yearlyPriceHint') : money(yearlyPrice, currency),
    },
    {
      name: t('plan.limits'),
      value: t('administration:people.limits', {
        projects: limit(maxProjects),
        tables: limit(maxTables),
      }),
    },
    { name: t('plan.storage'), value: size(maxStorage) },
    ...(campaign ? [{ name: t('plan.campaign'), value: campaign.name }] : []),
    ...(setupFee > 0 ? [{ name: t('plan.setupFee'), value: money(setupFee, currency) }] : []),
    ...(trialDays > 0
      ? [{ name: t('plan.trialDays'), value: formatNumber(trialDays, language) }]
      : []),
    ...(availableFrom === null
      ? []
      : [{ name: t('plan.availableFrom'), value: formatDate(availableFrom, language) }]),
    ...(availableUntil === null
      ? []
      : [{ name: t('plan.availableUntil'), value: lastDay(availableUntil, language) }]),
  ];
  return facts;
}

/** Formats the last day before a time. */
export const lastDay = (instant: string, language: Language): string =>
  formatDate(new Date(Date.parse(instant) - 1).toISOString(), language);
