import { changePlan, createPlan } from '@hzm/contracts/features/pricing/api';
import type { Campaign } from '@hzm/contracts/features/pricing/campaign';
import type { Plan } from '@hzm/contracts/features/pricing/plan';
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { send } from '../../../lib/http.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Form } from '../../../ui/Form.tsx';
import { FormActions } from '../../../ui/FormActions.tsx';
import { notifyDone } from '../../../ui/notify.tsx';
import { useLiveForm } from '../../../ui/use-live-form.ts';
import { changedMembers } from './changed-members.ts';
import {
  newPlanValues,
  planProblems,
  termsOfPlan,
  valuesOfPlan,
  type PlanValues,
} from './plan-values.ts';
import { PlanFields } from './PlanFields.tsx';
import { useProblemTexts } from './use-problem-texts.ts';
import { useSaving } from './use-saving.ts';

interface Props {
  /** Undefined for a new one. */
  plan?: Plan;
  campaigns: readonly Campaign[];
  onClose: () => void;
  onSaved: () => void;
}

export function PlanForm({ plan, campaigns, onClose, onSaved }: Props) {
  const { t } = useTranslation(['pricing', 'common']);
  const textsOf = useProblemTexts();
  const { form, underneath } = useLiveForm<PlanValues>(
    plan ? valuesOfPlan(plan) : newPlanValues,
    values => textsOf(planProblems(values)),
  );
  const { busy, error, save } = useSaving(form);
  const submit = form.onSubmit(values =>
    save(async () => {
      const terms = termsOfPlan(values, plan);
      const {
        data: { plan: saved },
      } = await (plan
        ? send(changePlan, { params: { planId: plan.id }, body: changedMembers(plan, terms) })
        : send(createPlan, { body: terms }));
      notifyDone(t(plan ? 'plan.changed' : 'plan.added', { name: saved.name }));
      onSaved();
      onClose();
    }),
  );
  return (
    <Form onSubmit={submit}>
      <Stack>
        <PlanFields form={form} campaigns={campaigns} underneath={underneath} />
        {error && <ErrorNotice error={error} title={t('plan.failed')} />}
        <FormActions
          submit={plan ? t('common:save') : t('plan.add')}
          busy={busy}
          onCancel={onClose}
        />
      </Stack>
    </Form>
  );
}
