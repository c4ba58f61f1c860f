import type { TextInputProps } from '@mantine/core';
import { Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/use-language.ts';
import { countriesIn } from './countries.ts';
import type { PaymentValues } from './payment.ts';

export function BillingForm({ form }: { form: UseFormReturnType<PaymentValues> }) {
  const { t } = useTranslation('upgrade');
  const language = useLanguage();
  const countries = useMemo(() => countriesIn(language), [language]);
  const input = (name: keyof PaymentValues) => ({
    label: t(`billing.${name as 'email'}`),
    required: true,
    ...form.getInputProps(name),
  });
  return (
    <Stack gap="sm">
      <Group grow align="flex-start" gap="sm" preventGrowOverflow={false}>
        <TextInput
          name="billing-first-name"
          autoComplete="billing given-name"
          maxLength={100}
          miw={120}
          {...input('firstName')}
        />
        <TextInput
          name="billing-last-name"
          autoComplete="billing family-name"
          maxLength={100}
          miw={120}
          {...input('lastName')}
        />
      </Group>
      <TextInput
        name="billing-email"
        type="email"
        autoComplete="billing email"
        maxLength={254}
        {...input('email')}
      />
      <Textarea
        name="billing-address"
        autoComplete="billing street-address"
        maxLength={500}
        autosize
        minRows={2}
        {...input('address')}
      />
      <BillingPlace input={input} />
      <NativeSelect
        name="billing-country"
        autoComplete="billing country"
        data={[...countries]}
        {...input('country')}
      />
    </Stack>
  );
}

function BillingPlace({ input }: { input: (name: keyof PaymentValues) => TextInputProps }) {
  return (
    <Group grow align="flex-start" gap="sm" preventGrowOverflow={false}>
      <TextInput
        name="billing-city"
        autoComplete="billing address-level2"
        maxLength={100}
        miw={120}
        {...input('city')}
      />
      <TextInput
        name="billing-postal-code"
        autoComplete="billing postal-code"
        maxLength={20}
        miw={120}
        {...input('postalCode')}
      />
    </Group>
  );
}
