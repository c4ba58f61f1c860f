import { changeCampaign, createCampaign } from '@hzm/contracts/features/pricing/api';
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
import {
  campaignProblems,
  newCampaignValues,
  termsOfCampaign,
  valuesOfCampaign,
  type CampaignValues,
} from './campaign-values.ts';
import { CampaignFields } from './CampaignFields.tsx';
import { changedMembers } from './changed-members.ts';
import { useProblemTexts } from './use-problem-texts.ts';
import { useSaving } from './use-saving.ts';

interface Props {
  /** Undefined for a new one. */
  campaign?: Campaign;
  plans: readonly Plan[];
  onClose: () => void;
  onSaved: () => void;
}

export function CampaignForm({ campaign, plans, onClose, onSaved }: Props) {
  const { t } = useTranslation(['pricing', 'common']);
  const textsOf = useProblemTexts();
  const { form, underneath } = useLiveForm<CampaignValues>(
    campaign ? valuesOfCampaign(campaign) : newCampaignValues,
    values => textsOf(campaignProblems(values)),
  );
  const { busy, error, save } = useSaving(form);
  const submit = form.onSubmit(values =>
    save(async () => {
      const terms = termsOfCampaign(values, campaign);
      const {
        data: { campaign: saved },
      } = await (campaign
        ? send(changeCampaign, {
            params: { campaignId: campaign.id },
            body: changedMembers(campaign, terms),
          })
        : send(createCampaign, { body: terms }));
      notifyDone(t(campaign ? 'campaign.changed' : 'campaign.added', { name: saved.name }));
      onSaved();
      onClose();
    }),
  );
  return (
    <Form onSubmit={submit}>
      <Stack>
        <CampaignFields form={form} plans={plans} underneath={underneath} />
        {error && <ErrorNotice error={error} title={t('campaign.failed')} />}
        <FormActions
          submit={campaign ? t('common:save') : t('campaign.add')}
          busy={busy}
          onCancel={onClose}
        />
      </Stack>
    </Form>
  );
}
