import { memberOf } from '@hzm/contracts/core/json';
import {
  campaignMembers,
  DiscountType,
  MAX_DESCRIPTION,
  MAX_FREE_MONTHS,
} from '@hzm/contracts/features/pricing/campaign';
import { MAX_PLAN_NAME, type Plan } from '@hzm/contracts/features/pricing/plan';
import {
  Checkbox,
  Chip,
  Fieldset,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from '../../../ui/part.ts';
import type { Option } from '../../../ui/use-under.tsx';
import { useUnder } from '../../../ui/use-under.tsx';
import { keysOf, withKey, type CampaignValues } from './campaign-values.ts';
import { DiscountFields } from './DiscountFields.tsx';

const DayInput = part(async () => (await import('../../../ui/DayInput.tsx')).DayInput);

interface Props {
  form: UseFormReturnType<CampaignValues>;
  plans: readonly Plan[];
  /** Remote values of members that are being edited. */
  underneath: ReadonlyMap<keyof CampaignValues, string | number | boolean>;
}

export function CampaignFields({ form, plans, underneath }: Props) {
  const { t } = useTranslation(['pricing', 'prices']);
  const { applicablePlans, discountType } = form.values;
  const isTrial = discountType === 'free_trial';
  const types = DiscountType.options.map(value => ({ value, label: t(`discountType.${value}`) }));
  const cycles = campaignMembers.applicableDuration.options.map(value => ({
    value,
    label: value === 'both' ? t('campaign.both') : t(`prices:cycle.${value}`),
  }));
  const under = useUnder(underneath);
  const day = (member: 'startDate' | 'endDate') => ({
    label: t(`campaign.${member}`),
    required: true,
    value: memberOf(form.values, member) || null,
    error: memberOf(form.errors, member),
    onChange: (value: string | null) => form.setFieldValue(member, value ?? ''),
  });
  // Commas separate typed names, so a name with a comma is given by id.
  const keyOf = ({ id, name }: Plan): string => (name.includes(',') ? id : name);
  const keys = keysOf(applicablePlans);
  return (
    <Stack gap="sm">
      <NameAndDescription form={form} under={under} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <DiscountChoice
          types={types}
          form={form}
          under={under}
          isTrial={isTrial}
          discountType={discountType}
          cycles={cycles}
        />
        <ValidDays day={day} under={under} />
      </SimpleGrid>
      <CycleDiscounts isTrial={isTrial} form={form} under={under} />
      <ApplicablePlans
        form={form}
        plans={plans}
        keys={keys}
        keyOf={keyOf}
        applicablePlans={applicablePlans}
        under={under}
      />
      <Conditions form={form} under={under} />
      <div>
        <Switch
          label={t('active')}
          description={t('campaign.activeHint')}
          {...form.getInputProps('isActive', { type: 'checkbox' })}
        />
        {under('isActive')}
      </div>
    </Stack>
  );
}

function NameAndDescription({
  form,
  under,
}: {
  form: UseFormReturnType<CampaignValues>;
  under: (member: keyof CampaignValues, options?: readonly Option[]) => ReactNode;
}) {
  const { t } = useTranslation(['pricing', 'prices']);
  return (
    <>
      <div>
        <TextInput
          label={t('campaign.name')}
          required
          autoComplete="off"
          maxLength={MAX_PLAN_NAME}
          data-autofocus
          {...form.getInputProps('name')}
        />
        {under('name')}
      </div>
      <div>
        <Textarea
          label={t('campaign.description')}
          required
          autosize
          minRows={2}
          maxRows={6}
          maxLength={MAX_DESCRIPTION}
          {...form.getInputProps('description')}
        />
        {under('description')}
      </div>
    </>
  );
}

function DiscountChoice({
  types,
  form,
  under,
  isTrial,
  discountType,
  cycles,
}: {
  types: { value: 'free_trial' | 'percentage' | 'fixed'; label: string }[];
  form: UseFormReturnType<CampaignValues>;
  under: (member: keyof CampaignValues, options?: readonly Option[]) => ReactNode;
  isTrial: boolean;
  discountType: string;
  cycles: { value: 'both' | 'monthly' | 'yearly'; label: string }[];
}) {
  const { t } = useTranslation(['pricing', 'prices']);
  return (
    <>
      <div>
        <Select
          label={t('campaign.discountType')}
          allowDeselect={false}
          data={types}
          {...form.getInputProps('discountType')}
        />
        {under('discountType', types)}
      </div>
      {isTrial ? (
        <TrialMonths form={form} under={under} />
      ) : (
        <DiscountValue discountType={discountType} form={form} under={under} />
      )}
      <div style={{ gridColumn: '1 / -1' }}>
        <Select
          label={t('campaign.applicableDuration')}
          allowDeselect={false}
          data={cycles}
          {...form.getInputProps('applicableDuration')}
        />
        {under('applicableDuration', cycles)}
      </div>
    </>
  );
}

function TrialMonths({
  form,
  under,
}: {
  form: UseFormReturnType<CampaignValues>;
  under: (member: keyof CampaignValues, options?: readonly Option[]) => ReactNode;
}) {
  const { t } = useTranslation(['pricing', 'prices']);
  return (
    <div>
      <NumberInput
        hideControls
        label={t('campaign.freeTrialMonths')}
        description={t('campaign.freeTrialMonthsHint')}
        required
        min={1}
        max={MAX_FREE_MONTHS}
        allowDecimal={false}
        clampBehavior="none"
        {...form.getInputProps('freeTrialMonths')}
      />
      {under('freeTrialMonths')}
    </div>
  );
}

function DiscountValue({
  discountType,
  form,
  under,
}: {
  discountType: string;
  form: UseFormReturnType<CampaignValues>;
  under: (member: keyof CampaignValues, options?: readonly Option[]) => ReactNode;
}) {
  const { t } = useTranslation(['pricing', 'prices']);
  return (
    <div>
      <NumberInput
        hideControls
        label={t(discountType === 'fixed' ? 'campaign.amount' : 'campaign.percent')}
        required
        min={0}
        decimalScale={2}
        clampBehavior="none"
        {...form.getInputProps('discountValue')}
      />
      {under('discountValue')}
    </div>
  );
}

function ValidDays({
  day,
  under,
}: {
  day: (member: 'startDate' | 'endDate') => {
    label: string;
    required: boolean;
    value: string | null;
    error: ReactNode;
    onChange: (value: string | null) => void;
  };
  under: (member: keyof CampaignValues, options?: readonly Option[]) => ReactNode;
}) {
  return (
    <>
      <Suspense fallback={<Skeleton h={60} />}>
        <div>
          <DayInput {...day('startDate')} />
          {under('startDate')}
        </div>
      </Suspense>
      <Suspense fallback={<Skeleton h={60} />}>
        <div>
          <DayInput {...day('endDate')} />
          {under('endDate')}
        </div>
      </Suspense>
    </>
  );
}

function CycleDiscounts({
  isTrial,
  form,
  under,
}: {
  isTrial: boolean;
  form: UseFormReturnType<CampaignValues>;
  under: (member: keyof CampaignValues, options?: readonly Option[]) => ReactNode;
}) {
  const { t } = useTranslation(['pricing', 'prices']);
  return (
    <>
      {isTrial ? (
        <div>
          <Checkbox
            label={t('campaign.autoChargeAfterTrial')}
            {...form.getInputProps('autoChargeAfterTrial', { type: 'checkbox' })}
          />
          {under('autoChargeAfterTrial')}
        </div>
      ) : (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {(['monthly', 'yearly'] as const).map(cycle => (
            <DiscountFields key={cycle} form={form} cycle={cycle} under={under} />
          ))}
        </SimpleGrid>
      )}
    </>
  );
}

function ApplicablePlans({
  form,
  plans,
  keys,
  keyOf,
  applicablePlans,
  under,
}: {
  form: UseFormReturnType<CampaignValues>;
  plans: readonly Plan[];
  keys: string[];
  keyOf: (value: Plan) => string;
  applicablePlans: string;
  under: (member: keyof CampaignValues, options?: readonly Option[]) => ReactNode;
}) {
  const { t } = useTranslation(['pricing', 'prices']);
  return (
    <div>
      <TextInput
        label={t('campaign.applicablePlans')}
        description={t('campaign.applicablePlansHint')}
        autoComplete="off"
        {...form.getInputProps('applicablePlans')}
      />
      {plans.length > 0 && (
        <Group gap={6} mt={8} role="group" aria-label={t('campaign.choosePlans')}>
          {plans.map(plan => (
            <Chip
              key={plan.id}
              size="xs"
              checked={keys.includes(keyOf(plan))}
              onChange={isIn =>
                form.setFieldValue('applicablePlans', withKey(applicablePlans, keyOf(plan), isIn))
              }
            >
              {plan.name}
            </Chip>
          ))}
        </Group>
      )}
      {under('applicablePlans')}
    </div>
  );
}

function Conditions({
  form,
  under,
}: {
  form: UseFormReturnType<CampaignValues>;
  under: (member: keyof CampaignValues, options?: readonly Option[]) => ReactNode;
}) {
  const { t } = useTranslation(['pricing', 'prices']);
  return (
    <Fieldset legend={t('campaign.conditions')}>
      <Stack gap="sm">
        <div>
          <Checkbox
            label={t('campaign.newUsersOnly')}
            {...form.getInputProps('newUsersOnly', { type: 'checkbox' })}
          />
          {under('newUsersOnly')}
        </div>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <div>
            <NumberInput
              hideControls
              label={t('campaign.maxUsagePerUser')}
              placeholder={t('campaign.noBound')}
              min={1}
              allowDecimal={false}
              clampBehavior="none"
              {...form.getInputProps('maxUsagePerUser')}
            />
            {under('maxUsagePerUser')}
          </div>
          <div>
            <NumberInput
              hideControls
              label={t('campaign.minSubscriptionMonths')}
              placeholder={t('campaign.noBound')}
              min={1}
              allowDecimal={false}
              clampBehavior="none"
              {...form.getInputProps('minSubscriptionMonths')}
            />
            {under('minSubscriptionMonths')}
          </div>
        </SimpleGrid>
      </Stack>
    </Fieldset>
  );
}
