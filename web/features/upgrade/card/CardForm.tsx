import { Group, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { brandNames, brandOf } from './brand.ts';
import { CardNumberInput } from './CardNumberInput.tsx';
import { CardPicture } from './CardPicture.tsx';
import { formatExpiry } from './expiry.ts';
import { cardDigits } from './grouping.ts';
import { cvvDigits, type PaymentValues } from './payment.ts';

/** Card fields with a picture. The input stays in the form. */
export function CardForm({ form }: { form: UseFormReturnType<PaymentValues> }) {
  const { t } = useTranslation('upgrade');
  const [side, setSide] = useState<'front' | 'back'>('front');
  const brand = brandOf(cardDigits(form.values.cardNumber));
  return (
    <Stack gap="sm">
      <CardPicture card={form.values} side={side} />
      <CardNumberInput
        label={t('card.number')}
        name="card-number"
        required
        placeholder="•••• •••• •••• ••••"
        description={
          brand === undefined ? t('card.brands') : t('card.brand', { brand: brandNames[brand] })
        }
        {...form.getInputProps('cardNumber')}
        value={form.values.cardNumber}
      />
      <TextInput
        label={t('card.holder')}
        name="card-holder"
        required
        autoComplete="cc-name"
        maxLength={100}
        {...form.getInputProps('cardHolder')}
      />
      <Group grow align="flex-start" gap="sm" preventGrowOverflow={false}>
        <TextInput
          label={t('card.expiry')}
          name="card-expiry"
          required
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder={t('card.expiryHint')}
          miw={120}
          {...form.getInputProps('expiryDate')}
          onChange={event =>
            form.setFieldValue('expiryDate', formatExpiry(event.currentTarget.value))
          }
        />
        <TextInput
          label={t('card.cvv')}
          name="card-cvv"
          required
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder="•••"
          miw={120}
          {...form.getInputProps('cvv')}
          onChange={event => form.setFieldValue('cvv', cvvDigits(event.currentTarget.value))}
          onFocus={() => setSide('back')}
          onBlur={() => setSide('front')}
        />
      </Group>
    </Stack>
  );
}
