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
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from '../../../ui/part.ts';
import { useUnder, type Option } from '../../../ui/use-under.tsx';
import { keysOf, withKey, type CampaignValues } from './campaign-values.ts';
import { DiscountFields } from './DiscountFields.tsx';
import { NumberMember } from './NumberMember.tsx';

const DayInput = part(async () => (await import('../../../ui/DayInput.tsx')).DayInput);

interface PartProps {
  form: UseFormReturnType<CampaignValues>;
  /** Renders the remote value of a member that is being edited. */
  under: (member: keyof CampaignValues, options?: readonly Option[]) => ReactNode;
}

interface Props {
  form: UseFormReturnType<CampaignValues>;
  plans: readonly Plan[];
  /** Remote values of members that are being edited. */
  underneath: ReadonlyMap<keyof CampaignValues, string | number | boolean>;
}

export function CampaignFields({ form, plans, underneath }: Props) {
  const { t } = useTranslation('pricing');
  const own = { form, under: useUnder(underneath) };
  return (
    <Stack gap="sm">
      <NameAndDescription {...own} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <Discount {...own} />
        <Day {...own} member="startDate" />
        <Day {...own} member="endDate" />
      </SimpleGrid>
      {form.values.discountType === 'free_trial' ? (
        <Flag {...own} member="autoChargeAfterTrial" label={t('campaign.autoChargeAfterTrial')} />
      ) : (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <DiscountFields {...own} cycle="monthly" />
          <DiscountFields {...own} cycle="yearly" />
        </SimpleGrid>
      )}
      <ApplicablePlans {...own} plans={plans} />
      <Conditions {...own} />
      <div>
        <Switch
          label={t('active')}
          description={t('campaign.activeHint')}
          {...form.getInputProps('isActive', { type: 'checkbox' })}
        />
        {own.under('isActive')}
      </div>
    </Stack>
  );
}

function NameAndDescription({ form, under }: PartProps) {
  const { t } = useTranslation('pricing');
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

/** Type of the discount, its value or its months, and the billing cycles that it is for. */
function Discount({ form, under }: PartProps) {
  const { t } = useTranslation(['pricing', 'prices']);
  const { discountType } = form.values;
  const types = DiscountType.options.map(value => ({ value, label: t(`discountType.${value}`) }));
  const cycles = campaignMembers.applicableDuration.options.map(value => ({
    value,
    label: value === 'both' ? t('campaign.both') : t(`prices:cycle.${value}`),
  }));
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
      {discountType === 'free_trial' ? (
        <NumberMember
          form={form}
          under={under}
          member="freeTrialMonths"
          label={t('campaign.freeTrialMonths')}
          description={t('campaign.freeTrialMonthsHint')}
          required
          min={1}
          max={MAX_FREE_MONTHS}
          allowDecimal={false}
        />
      ) : (
        <NumberMember
          form={form}
          under={under}
          member="discountValue"
          label={t(discountType === 'fixed' ? 'campaign.amount' : 'campaign.percent')}
          required
          min={0}
          decimalScale={2}
        />
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

/** First or last day of the campaign. */
function Day({ form, under, member }: PartProps & { member: 'startDate' | 'endDate' }) {
  const { t } = useTranslation('pricing');
  return (
    <Suspense fallback={<Skeleton h={60} />}>
      <div>
        <DayInput
          label={t(`campaign.${member}`)}
          required
          value={memberOf(form.values, member) || null}
          error={memberOf(form.errors, member)}
          onChange={value => form.setFieldValue(member, value ?? '')}
        />
        {under(member)}
      </div>
    </Suspense>
  );
}

function Flag({
  form,
  under,
  member,
  label,
}: PartProps & { member: 'autoChargeAfterTrial' | 'newUsersOnly'; label: string }) {
  return (
    <div>
      <Checkbox label={label} {...form.getInputProps(member, { type: 'checkbox' })} />
      {under(member)}
    </div>
  );
}

function ApplicablePlans({ form, under, plans }: PartProps & Pick<Props, 'plans'>) {
  const { t } = useTranslation('pricing');
  const { applicablePlans } = form.values;
  // Commas separate typed names, so a name with a comma is given by id.
  const keyOf = ({ id, name }: Plan): string => (name.includes(',') ? id : name);
  const keys = keysOf(applicablePlans);
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

function Conditions({ form, under }: PartProps) {
  const { t } = useTranslation('pricing');
  return (
    <Fieldset legend={t('campaign.conditions')}>
      <Stack gap="sm">
        <Flag form={form} under={under} member="newUsersOnly" label={t('campaign.newUsersOnly')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {(['maxUsagePerUser', 'minSubscriptionMonths'] as const).map(member => (
            <NumberMember
              key={member}
              form={form}
              under={under}
              member={member}
              label={t(`campaign.${member}`)}
              placeholder={t('campaign.noBound')}
              min={1}
              allowDecimal={false}
            />
          ))}
        </SimpleGrid>
      </Stack>
    </Fieldset>
  );
}
