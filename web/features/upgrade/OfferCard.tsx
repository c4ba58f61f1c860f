import { UNLIMITED } from '@hzm/contracts/features/accounts/account';
import type { Currency } from '@hzm/contracts/features/pricing/money';
import type { Plan } from '@hzm/contracts/features/pricing/plan';
import type { Quote } from '@hzm/contracts/features/pricing/price';
import { Badge, Button, Skeleton, Text, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../lib/bytes-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { useMoney } from '../../ui/use-money.ts';
import { isPopular } from './offers.ts';
import classes from './Upgrade.module.css';

interface Props {
  plan: Plan;
  /** Price in the selected cycle; null while loading. */
  quote: Quote | null;
  isOwn: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

export function OfferCard({ plan, quote, isOwn, isChosen, onChoose }: Props) {
  const { t } = useTranslation(['upgrade', 'prices', 'translation']);
  const language = useLanguage();
  const money = useMoney();
  const limit = (value: number): string =>
    value === UNLIMITED ? t('translation:unlimited') : formatNumber(value, language);
  const size = (bytes: number): string =>
    bytes === UNLIMITED ? t('translation:unlimited') : bytesText(bytes, language);
  const lines = [
    t('plans.projects', { limit: limit(plan.maxProjects) }),
    t('plans.tables', { limit: limit(plan.maxTables) }),
    t('plans.storage', { limit: size(plan.maxStorage) }),
    ...plan.features,
  ];
  return (
    <li className={classes.offer} data-chosen={isChosen || undefined} data-plan={plan.id}>
      <div className={classes.badges}>
        {isPopular(plan) && <Badge tt="none">{t('plans.popular')}</Badge>}
        {isOwn && (
          <Badge tt="none" variant="light" color="gray">
            {t('plans.own')}
          </Badge>
        )}
      </div>
      <Title order={3} size="h4" className={classes.text}>
        {plan.name}
      </Title>
      {quote === null ? <Skeleton h={34} w={130} /> : <OfferPrice quote={quote} money={money} />}
      <ul className={classes.lines}>
        {lines.map((line, at) => (
          <li key={at}>
            <IconCheck size={16} aria-hidden />
            <Text span size="sm" className={classes.text}>
              {line}
            </Text>
          </li>
        ))}
      </ul>
      <Button
        className={classes.end}
        variant={isChosen ? 'filled' : 'default'}
        aria-pressed={isChosen}
        aria-label={t('plans.chooseOf', { plan: plan.name })}
        leftSection={isChosen && <IconCheck size={16} aria-hidden />}
        onClick={onChoose}
      >
        {t(isChosen ? 'plans.chosen' : 'plans.choose')}
      </Button>
    </li>
  );
}

function OfferPrice({
  quote,
  money,
}: {
  quote: Quote;
  money: (amount: number, currency: Currency) => string;
}) {
  const { t } = useTranslation(['upgrade', 'prices', 'translation']);
  return (
    <div>
      {quote.discount > 0 && (
        <Text span size="sm" c="dimmed" td="line-through" mr={8}>
          {money(quote.listPrice, quote.currency)}
        </Text>
      )}
      <Text span className={classes.price} data-testid="price">
        {t(`prices:per.${quote.cycle}`, { price: money(quote.price, quote.currency) })}
      </Text>
      {quote.campaignName !== null && (
        <Text size="sm" className={classes.text}>
          {quote.campaignName}
        </Text>
      )}
      {quote.cycle === 'yearly' && quote.yearlySaving > 0 && (
        <Text size="sm" c="var(--hzm-accent)">
          {t('plans.saving', { percent: quote.yearlySaving })}
        </Text>
      )}
    </div>
  );
}
