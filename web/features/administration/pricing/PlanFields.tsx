import { memberOf } from '@hzm/contracts/core/json';
import type { Campaign } from '@hzm/contracts/features/pricing/campaign';
import { Currency } from '@hzm/contracts/features/pricing/money';
import {
  Cycle,
  MAX_PLAN_NAME,
  MAX_TRIAL_DAYS,
  PlanType,
} from '@hzm/contracts/features/pricing/plan';
import {
  NumberInput,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
  type NumberInputProps,
  type SelectProps,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from '../../../ui/part.ts';
import { useUnder, type Option } from '../../../ui/use-under.tsx';
import { NumberMember } from './NumberMember.tsx';
import type { PlanValues } from './plan-values.ts';

const DayInput = part(async () => (await import('../../../ui/DayInput.tsx')).DayInput);

interface PartProps {
  form: UseFormReturnType<PlanValues>;
  /** Renders the remote value of a member that is being edited. */
  under: (member: keyof PlanValues, options?: readonly Option[]) => ReactNode;
}

interface Props {
  form: UseFormReturnType<PlanValues>;
  campaigns: readonly Campaign[];
  /** Remote values of members that are being edited. */
  underneath: ReadonlyMap<keyof PlanValues, string | number | boolean>;
}

export function PlanFields({ form, campaigns, underneath }: Props) {
  const { t } = useTranslation(['pricing', 'prices', 'administration']);
  const { currency } = form.values;
  const under = useUnder(underneath);
  return (
    <Stack gap="sm">
      <PlanName form={form} under={under} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <PlanPrice form={form} campaigns={campaigns} under={under} />
        <PlanLimits form={form} under={under} />
        <div>
          <MoneyInput
            label={t('plan.setupFee')}
            currency={currency}
            {...form.getInputProps('setupFee')}
          />
          {under('setupFee')}
        </div>
        <AvailableDays form={form} under={under} />
      </SimpleGrid>
      <PlanFeatures form={form} under={under} />
      <div>
        <Switch
          label={t('active')}
          description={t('plan.activeHint')}
          {...form.getInputProps('isActive', { type: 'checkbox' })}
        />
        {under('isActive')}
      </div>
    </Stack>
  );
}

function PlanName({ form, under }: PartProps) {
  const { t } = useTranslation(['pricing', 'prices', 'administration']);
  return (
    <div>
      <TextInput
        label={t('plan.name')}
        required
        autoComplete="off"
        maxLength={MAX_PLAN_NAME}
        data-autofocus
        {...form.getInputProps('name')}
      />
      {under('name')}
    </div>
  );
}

function AvailableDays({ form, under }: PartProps) {
  const { t } = useTranslation('pricing');
  const day = (member: 'availableFrom' | 'availableUntil') => ({
    label: t(`plan.${member}`),
    value: memberOf(form.values, member) || null,
    error: memberOf(form.errors, member),
    onChange: (value: string | null) => form.setFieldValue(member, value ?? ''),
  });
  return (
    <>
      <NumberMember
        form={form}
        under={under}
        member="trialDays"
        label={t('plan.trialDays')}
        min={0}
        max={MAX_TRIAL_DAYS}
        allowDecimal={false}
      />
      <Suspense fallback={<Skeleton h={60} />}>
        <div>
          <DayInput {...day('availableFrom')} placeholder={t('plan.noBound')} />
          {under('availableFrom')}
        </div>
      </Suspense>
      <Suspense fallback={<Skeleton h={60} />}>
        <div>
          <DayInput {...day('availableUntil')} placeholder={t('plan.noBound')} />
          {under('availableUntil')}
        </div>
      </Suspense>
    </>
  );
}

function PlanFeatures({ form, under }: PartProps) {
  const { t } = useTranslation(['pricing', 'prices', 'administration']);
  return (
    <div>
      <Textarea
        label={t('plan.features')}
        description={t('plan.featuresHint')}
        autosize
        minRows={3}
        maxRows={10}
        {...form.getInputProps('features')}
      />
      {under('features')}
    </div>
  );
}

function PlanPrice({ form, campaigns, under }: PartProps & Pick<Props, 'campaigns'>) {
  const { t } = useTranslation(['pricing', 'prices']);
  const types = PlanType.options.map(value => ({ value, label: t(`planType.${value}`) }));
  const currencies = Currency.options.map(value => ({ value, label: value }));
  const cycles = Cycle.options.map(value => ({ value, label: t(`prices:cycle.${value}`) }));
  const carried = [
    { value: '', label: t('plan.noCampaign') },
    ...campaigns.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const choice = (
    member: 'planType' | 'currency' | 'duration' | 'campaignId',
    data: readonly Option[],
    more: Pick<SelectProps, 'label' | 'description' | 'searchable'>,
  ) => (
    <div>
      <Select {...more} allowDeselect={false} data={data} {...form.getInputProps(member)} />
      {under(member, data)}
    </div>
  );
  const money = (
    member: 'price' | 'yearlyPrice',
    more: Pick<NumberInputProps, 'label' | 'placeholder' | 'required'>,
  ) => (
    <div>
      <MoneyInput {...more} currency={form.values.currency} {...form.getInputProps(member)} />
      {under(member)}
    </div>
  );
  return (
    <>
      {choice('planType', types, {
        label: t('plan.planType'),
        description: t('plan.planTypeHint'),
      })}
      {choice('currency', currencies, {
        label: t('plan.currency'),
        description: t('plan.currencyHint'),
      })}
      {money('price', { label: t('plan.price'), required: true })}
      {money('yearlyPrice', {
        label: t('plan.yearlyPrice'),
        placeholder: t('plan.yearlyPriceHint'),
      })}
      {choice('duration', cycles, { label: t('plan.duration') })}
      {choice('campaignId', carried, { label: t('plan.campaign'), searchable: true })}
    </>
  );
}

/** Bounds of what a plan allows, as its inputs take them. */
const limits = [
  { member: 'maxProjects', max: 1_000_000, allowDecimal: false },
  { member: 'maxTables', max: 1_000_000, allowDecimal: false },
  { member: 'maxStorage', max: 1_048_576, decimalScale: 3 },
] as const;

function PlanLimits({ form, under }: PartProps) {
  const { t } = useTranslation('administration');
  return limits.map(({ member, ...bounds }) => (
    <NumberMember
      key={member}
      form={form}
      under={under}
      member={member}
      label={t(`fields.${member}`)}
      description={t('fields.limitHint')}
      required
      min={-1}
      {...bounds}
    />
  ));
}

/** Input of an amount with at most two decimals and its currency. */
function MoneyInput({ currency, ...props }: NumberInputProps & { readonly currency: string }) {
  return (
    <NumberInput
      {...props}
      min={0}
      decimalScale={2}
      clampBehavior="none"
      hideControls
      rightSection={
        <Text span size="xs" c="dimmed">
          {currency}
        </Text>
      }
    />
  );
}
