import { CycleDiscount } from '@hzm/contracts/features/pricing/campaign';
import type { Cycle } from '@hzm/contracts/features/pricing/plan';
import { Fieldset, Select, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Option } from '../../../ui/use-under.tsx';
import type { CampaignValues } from './campaign-values.ts';
import { NumberMember } from './NumberMember.tsx';

interface Props {
  form: UseFormReturnType<CampaignValues>;
  cycle: Cycle;
  /** Renders the remote value of a member. */
  under: (member: keyof CampaignValues, options?: readonly Option[]) => ReactNode;
}

/** A discount for one billing cycle that replaces the campaign's own. */
export function DiscountFields({ form, cycle, under }: Props) {
  const { t } = useTranslation('pricing');
  const [type, value] = [`${cycle}Type`, `${cycle}Value`] as const;
  const types = [
    { value: '', label: t('campaign.ownDiscount') },
    ...CycleDiscount.shape.type.options.map(one => ({
      value: one,
      label: t(`discountType.${one}`),
    })),
  ];
  return (
    <Fieldset legend={t(`campaign.${cycle}Discount`)}>
      <Stack gap="xs">
        <div>
          <Select
            aria-label={t(`campaign.${cycle}Discount`)}
            allowDeselect={false}
            data={types}
            {...form.getInputProps(type)}
          />
          {under(type, types)}
        </div>
        {form.values[type] !== '' && (
          <NumberMember
            form={form}
            under={under}
            member={value}
            label={t(form.values[type] === 'fixed' ? 'campaign.amount' : 'campaign.percent')}
            required
            min={0}
            decimalScale={2}
          />
        )}
      </Stack>
    </Fieldset>
  );
}
