import type { Quote } from '@hzm/contracts/features/pricing/price';
import { Button, Group, Text, Title } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { PriceSteps } from '../../../ui/PriceSteps.tsx';
import { useMoney } from '../../../ui/use-money.ts';
import classes from './Pricing.module.css';

/** Price of a plan for a person in one billing cycle. @param until its end; null for none */
export function QuoteOfCycle({
  quote,
  until,
  busy,
  onAssign,
}: {
  quote: Quote;
  until: string | null;
  busy: boolean;
  onAssign: () => void;
}) {
  const { t } = useTranslation(['pricing', 'prices']);
  const language = useLanguage();
  const money = useMoney();
  return (
    <section
      className={classes.cycle}
      data-cycle={quote.cycle}
      aria-label={t(`prices:cycle.${quote.cycle}`)}
    >
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h6">
          {t(`prices:cycle.${quote.cycle}`)}
        </Title>
        <Text fw={650} className="hzm-figures" data-testid="price">
          {t(`prices:per.${quote.cycle}`, { price: money(quote.price, quote.currency) })}
        </Text>
      </Group>
      <PriceSteps quote={quote} label={t('preview.steps')} />
      <Text size="sm" c="dimmed">
        {t('prices:until')}: {until === null ? t('prices:endless') : formatDate(until, language)} ·{' '}
        {t('prices:total')}: {money(quote.total, quote.currency)}
      </Text>
      <Button
        variant="default"
        size="sm"
        loading={busy}
        leftSection={<IconUserCheck size={16} aria-hidden />}
        onClick={onAssign}
      >
        {t(`preview.assign.${quote.cycle}`)}
      </Button>
    </section>
  );
}
