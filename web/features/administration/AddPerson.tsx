import { createUser } from '@hzm/contracts/features/administration/api';
import type { Plan } from '@hzm/contracts/features/pricing/plan';
import { Skeleton } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { bytesOfGib } from '../../lib/gib.ts';
import { send } from '../../lib/http.ts';
import { usePricing } from '../../state/pricing.live.ts';
import { notifyDone } from '../../ui/notify.tsx';
import { isPlan } from './people-view.ts';
import { newPerson, personProblems, type PersonValues } from './person-values.ts';
import { PersonForm } from './PersonForm.tsx';
import { usePersonTexts } from './use-person-texts.ts';

interface Props {
  onClose: () => void;
  onAdded: () => void;
}

export function AddPerson(props: Props) {
  const { status, data } = usePricing();
  return status === 'loading' ? (
    <Skeleton h={420} aria-busy />
  ) : (
    <AddForm offered={data?.plans ?? []} {...props} />
  );
}

function AddForm({ offered, onClose, onAdded }: Props & { offered: readonly Plan[] }) {
  const { t } = useTranslation('administration');
  const textsOf = usePersonTexts();
  const form = useForm<PersonValues>({
    initialValues: newPerson(offered),
    validate: values => textsOf(personProblems(values, true)),
  });
  const add = async ({
    name,
    email,
    password,
    plan,
    maxProjects,
    maxTables,
    maxStorage,
  }: PersonValues): Promise<void> => {
    const limits = {
      maxProjects: Number(maxProjects),
      maxTables: Number(maxTables),
      maxStorage: bytesOfGib(maxStorage),
    };
    const {
      data: { user },
    } = await send(createUser, {
      body: {
        name,
        email,
        password,
        subscriptionType: plan === 'admin' || isPlan(plan) ? plan : 'free',
        ...limits,
      },
    });
    notifyDone(t('add.done', { name: user.name }));
    onAdded();
  };
  return (
    <PersonForm
      form={form}
      offered={offered}
      confirm={t('add.confirm')}
      failed={t('add.failed')}
      save={add}
      onClose={onClose}
    />
  );
}
