import type { Currency } from '@hzm/contracts/features/pricing/money';
import type { Cycle } from '@hzm/contracts/features/pricing/plan';
import type { Subscriber } from '@hzm/contracts/features/pricing/subscription';
import { ActionIcon, Badge, Text } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useMoney } from '../../../ui/use-money.ts';
import classes from './Pricing.module.css';

/** A person on a plan: a table row, or a card on a phone. */
export function SubscriberItem({
  subscriber: {
    accountId,
    name,
    email,
    planName,
    cycle,
    price,
    currency,
    campaignName,
    since,
    until,
    isEnded,
  },
  onEnd,
}: {
  subscriber: Subscriber;
  onEnd: () => void;
}) {
  const { t } = useTranslation(['pricing', 'prices']);
  const language = useLanguage();
  const money = useMoney();
  return (
    <tr data-subscriber={accountId}>
      <SubscriberName name={name} email={email} />
      <td>
        <Text span size="sm" className={classes.text}>
          {planName}
        </Text>
      </td>
      <PlanOfSubscriber
        cycle={cycle}
        money={money}
        price={price}
        currency={currency}
        campaignName={campaignName}
      />
      <td>
        <Text span size="sm">
          {t('subscribers.from', { date: formatDate(since, language) })}
        </Text>
      </td>
      <td>
        <Text span size="sm">
          {until === null
            ? t('prices:endless')
            : t('subscribers.to', { date: formatDate(until, language) })}
        </Text>
        {isEnded && (
          <Badge ml={6} variant="light" tt="none" color="gray">
            {t('subscribers.ended')}
          </Badge>
        )}
      </td>
      <td>
        <EndPlanButton name={name} onEnd={onEnd} />
      </td>
    </tr>
  );
}

function PlanOfSubscriber({
  cycle,
  money,
  price,
  currency,
  campaignName,
}: {
  cycle: Cycle;
  money: (amount: number, currency: Currency) => string;
  price: number;
  currency: Currency;
  campaignName: string | null;
}) {
  const { t } = useTranslation(['pricing', 'prices']);
  return (
    <td>
      <Text span size="sm" className="hzm-figures" display="block">
        {t(`prices:per.${cycle}`, { price: money(price, currency) })}
      </Text>
      {campaignName !== null && (
        <Text span size="xs" c="dimmed" className={classes.text}>
          {campaignName}
        </Text>
      )}
    </td>
  );
}

function SubscriberName({ name, email }: { name: string; email: string }) {
  return (
    <th scope="row">
      <Text span size="sm" fw={600} className={classes.text} display="block">
        {name}
      </Text>
      <Text span size="sm" c="dimmed" className={classes.text} display="block">
        {email}
      </Text>
    </th>
  );
}

function EndPlanButton({ name, onEnd }: { name: string; onEnd: () => void }) {
  const { t } = useTranslation(['pricing', 'prices']);
  return (
    <ActionIcon
      variant="subtle"
      color="red"
      size={36}
      aria-label={t('subscribers.endOf', { name })}
      onClick={onEnd}
    >
      <IconUserOff size={18} aria-hidden />
    </ActionIcon>
  );
}
