import type { PriceStep, Quote } from '@hzm/contracts/features/pricing/price';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../lib/format.ts';
import { useLanguage } from '../lib/use-language.ts';
import { useMoney } from './use-money.ts';
import classes from './PriceSteps.module.css';

/** Lists the rules of a price calculation, each with the price after it. */
export function PriceSteps({ quote, label }: { quote: Quote; label: string }) {
  const money = useMoney();
  const words = useStepWords(quote);
  return (
    <ol className={classes.steps} aria-label={label}>
      {quote.steps.map(step => (
        <li key={step.rule} data-rule={step.rule}>
          <Text span size="sm">
            {words(step)}
          </Text>
          <Text span size="sm" className="hzm-figures">
            {money(step.amount, quote.currency)}
          </Text>
        </li>
      ))}
    </ol>
  );
}

function useStepWords({ campaignName, currency }: Quote): (step: PriceStep) => string {
  const { t } = useTranslation('prices');
  const language = useLanguage();
  const money = useMoney();
  return ({ rule, value = 0, months = 0, days = 0, limit = 0, ofCycle, isRounded, isFloored }) => {
    const said = t(`rules.${rule}`, {
      campaign: campaignName ?? '',
      value: rule === 'percentage' ? formatNumber(value, language) : money(value, currency),
      months,
      days,
      limit,
    });
    const besides = [
      ofCycle && t('besides.ofCycle'),
      isRounded && t('besides.isRounded'),
      isFloored && t('besides.isFloored'),
    ].filter(Boolean);
    return besides.length === 0 ? said : `${said} (${besides.join('; ')})`;
  };
}
