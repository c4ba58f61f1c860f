import {
  isRunning,
  type Campaign,
  type CycleDiscount,
} from '@hzm/contracts/features/pricing/campaign';
import { Badge, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { formatList } from '../../../lib/list-text.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { Card } from './Card.tsx';
import { lastDay } from './PlanCard.tsx';
import classes from './Pricing.module.css';

interface Props {
  campaign: Campaign;
  /** Names of the plans with this campaign. */
  carriers: readonly string[];
  now: Date;
  onEdit: () => void;
  onDelete: () => void;
}

export function CampaignCard({ campaign, carriers, now, onEdit, onDelete }: Props) {
  const { t } = useTranslation(['pricing', 'prices']);
  const { name, description, autoChargeAfterTrial, conditions } = campaign;
  const facts = useCampaignFacts(campaign, carriers);
  return (
    <Card
      id={campaign.id}
      name={name}
      isActive={isRunning(campaign, now)}
      facts={facts}
      onEdit={onEdit}
      onDelete={onDelete}
      badges={
        <>
          {conditions.newUsersOnly && (
            <Badge variant="light" tt="none">
              {t('campaign.newUsersOnly')}
            </Badge>
          )}
          {autoChargeAfterTrial && (
            <Badge variant="light" tt="none" color="gray">
              {t('campaign.autoCharge')}
            </Badge>
          )}
        </>
      }
    >
      <Text size="sm" c="dimmed" className={classes.text}>
        {description}
      </Text>
    </Card>
  );
}

/** Returns the facts that a campaign states. */
function useCampaignFacts(campaign: Campaign, carriers: readonly string[]) {
  const language = useLanguage();
  const { t } = useTranslation(['pricing', 'prices']);
  const {
    discountType,
    freeTrialMonths,
    discountValue,
    monthlyDiscount,
    yearlyDiscount,
    applicableDuration,
    startDate,
    endDate,
    applicablePlans,
    conditions,
  } = campaign;
  const number = (value: number | null): string =>
    value === null ? '' : formatNumber(value, language);
  const discount = ({ type, value }: CycleDiscount): string =>
    t(`discount.${type}`, { value: number(value) });
  const facts = [
    {
      name: t('campaign.discount'),
      value:
        discountType === 'free_trial'
          ? t('discount.free_trial', { count: freeTrialMonths ?? 1 })
          : discount({ type: discountType, value: discountValue }),
    },
    { name: t('campaign.monthlyDiscount'), value: monthlyDiscount && discount(monthlyDiscount) },
    { name: t('campaign.yearlyDiscount'), value: yearlyDiscount && discount(yearlyDiscount) },
    {
      name: t('campaign.applicableDuration'),
      value:
        applicableDuration === 'both'
          ? t('campaign.both')
          : t(`prices:cycle.${applicableDuration}`),
    },
    { name: t('campaign.startDate'), value: formatDate(startDate, language) },
    { name: t('campaign.endDate'), value: lastDay(endDate, language) },
    { name: t('campaign.applicablePlans'), value: formatList(applicablePlans, language) },
    { name: t('campaign.carriers'), value: formatList(carriers, language) || '–' },
    { name: t('campaign.maxUsagePerUser'), value: number(conditions.maxUsagePerUser) },
    { name: t('campaign.minSubscriptionMonths'), value: number(conditions.minSubscriptionMonths) },
  ];
  return facts.flatMap(({ name, value }) => (value ? [{ name, value }] : []));
}
