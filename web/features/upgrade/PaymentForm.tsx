import { subscribe } from '@hzm/contracts/features/pricing/api';
import type { Currency } from '@hzm/contracts/features/pricing/money';
import type { Plan } from '@hzm/contracts/features/pricing/plan';
import type { Quote } from '@hzm/contracts/features/pricing/price';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useForm } from '@mantine/form';
import { IconInfoCircle, IconLock, IconRefresh } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../../lib/api-error.ts';
import { send } from '../../lib/http.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Form } from '../../ui/Form.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useMoney } from '../../ui/use-money.ts';
import { useSending } from '../../ui/use-sending.ts';
import { BillingForm } from './card/BillingForm.tsx';
import { CardForm } from './card/CardForm.tsx';
import { noPayment, paymentProblems, type PaymentValues } from './card/payment.ts';
import { quoteIn } from './use-quotes.ts';

interface Props {
  /** Undefined if it is no longer on offer. */
  plan: Plan | undefined;
  /** Null while loading. */
  quote: Quote | null;
  /** Takes over the current price. */
  onPrice: (quote: Quote) => void;
  onDone: () => void;
}

/** Card and billing fields, which are not sent, and the change of the plan, which is. */
export function PaymentForm({ plan, quote, onPrice, onDone }: Props) {
  const { t } = useTranslation(['upgrade', 'common']);
  const money = useMoney();
  const navigate = useNavigate();
  const { busy, error, run } = useSending();
  const [changed, setChanged] = useState<Quote | null>(null);
  const form = useForm<PaymentValues>({
    initialValues: noPayment,
    validate: values =>
      Object.fromEntries(
        Object.entries(paymentProblems(values, new Date())).map(([name, rule]) => [
          name,
          t(`rules.${rule}`),
        ]),
      ),
  });
  const submit = useOrder({ form, run, plan, quote, setChanged, onPrice, money, onDone, navigate });
  return (
    <Form onSubmit={submit} autoComplete="on">
      <Stack gap="lg">
        <DemoNotice />
        <Panel title={t('card.title')}>
          <Stack p="md">
            <CardForm form={form} />
          </Stack>
        </Panel>
        <Panel title={t('billing.title')}>
          <Stack p="md">
            <BillingForm form={form} />
          </Stack>
        </Panel>
        <Text size="sm" c="dimmed">
          <IconLock size={15} aria-hidden style={{ verticalAlign: '-2px', marginInlineEnd: 6 }} />
          {t('secure')}
        </Text>
        {changed && plan && <ChangedPrice plan={plan} money={money} changed={changed} />}
        {error && <ErrorNotice error={error} title={t('submitFailed')} />}
        <Group justify="flex-end">
          <Button variant="default" component={Link} to="/dashboard">
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={plan === undefined || quote === null}>
            {quote === null
              ? t('submit')
              : t('submitFor', { price: money(quote.total, quote.currency) })}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

function useOrder({
  form,
  run,
  plan,
  quote,
  setChanged,
  onPrice,
  money,
  onDone,
  navigate,
}: {
  form: UseFormReturnType<PaymentValues>;
  run: (work: () => Promise<void>) => Promise<void>;
  plan: Plan | undefined;
  quote: Quote | null;
  setChanged: (value: Quote | null) => void;
  onPrice: (quote: Quote) => void;
  money: (amount: number, currency: Currency) => string;
  onDone: () => void;
  navigate: ReturnType<typeof useNavigate>;
}) {
  const { t } = useTranslation(['upgrade', 'common']);
  const submit = form.onSubmit(() =>
    run(async () => {
      if (plan === undefined || quote === null) return;
      setChanged(null);
      try {
        await send(subscribe, {
          body: {
            planId: plan.id,
            cycle: quote.cycle,
            price: quote.price,
            setupFee: quote.setupFee,
            currency: quote.currency,
          },
        });
      } catch (failure) {
        const now = quoteIn(asApiError(failure));
        if (now === undefined) throw failure;
        onPrice(now);
        return setChanged(now);
      }
      const said = {
        plan: plan.name,
        price: money(quote.total, quote.currency),
        discount: money(quote.discount, quote.currency),
      };
      notifyDone(quote.discount > 0 ? t('doneDiscounted', said) : t('done', said));
      onDone();
      await navigate({ to: '/dashboard' });
    }),
  );
  return submit;
}

function DemoNotice() {
  const { t } = useTranslation(['upgrade', 'common']);
  return (
    <Alert
      color="yellow"
      role="note"
      icon={<IconInfoCircle size={20} aria-hidden />}
      title={t('demo.title')}
    >
      <Text size="sm">{t('demo.text')}</Text>
    </Alert>
  );
}

function ChangedPrice({
  plan,
  money,
  changed,
}: {
  plan: Plan;
  money: (amount: number, currency: Currency) => string;
  changed: Quote;
}) {
  const { t } = useTranslation(['upgrade', 'common']);
  return (
    <Alert
      color="yellow"
      role="alert"
      icon={<IconRefresh size={20} aria-hidden />}
      title={t('changed.title')}
    >
      <Text size="sm">
        {t('changed.text', {
          plan: plan.name,
          price: money(changed.total, changed.currency),
        })}
      </Text>
    </Alert>
  );
}
