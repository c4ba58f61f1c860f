import type { User } from '@hzm/contracts/features/accounts/account';
import { changeUser, getUser } from '@hzm/contracts/features/administration/api';
import type { Plan } from '@hzm/contracts/features/pricing/plan';
import { Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { usePricing } from '../../state/pricing.live.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { useAdminAnswer } from '../../ui/use-admin-answer.ts';
import { useLiveForm } from '../../ui/use-live-form.ts';
import { changesOf, personProblems, valuesOf, type PersonValues } from './person-values.ts';
import { PersonForm } from './PersonForm.tsx';
import { usePersonTexts } from './use-person-texts.ts';

interface Props {
  id: string;
  onClose: () => void;
  onChanged: () => void;
}

export function EditPerson({ id, onClose, onChanged }: Props) {
  const { t } = useTranslation('administration');
  const { data, error, reload } = useAdminAnswer(
    getUser,
    { params: { accountId: id } },
    change => change.kind === 'person' && change.id === id,
  );
  const pricing = usePricing();
  if (error)
    return error.status === 404 ? (
      <Text role="status">{t('gone')}</Text>
    ) : (
      <ErrorNotice error={error} title={t('people.failed')} onRetry={reload} />
    );
  return data && pricing.status !== 'loading' ? (
    <EditForm
      user={data.user}
      offered={pricing.data?.plans ?? []}
      onClose={onClose}
      onChanged={onChanged}
    />
  ) : (
    <Skeleton h={420} aria-busy />
  );
}

function EditForm({
  user,
  offered,
  onClose,
  onChanged,
}: Omit<Props, 'id'> & { user: User; offered: readonly Plan[] }) {
  const { t } = useTranslation(['administration', 'common']);
  const textsOf = usePersonTexts();
  const { form, underneath } = useLiveForm<PersonValues>(valuesOf(user), values =>
    textsOf(personProblems(values, false)),
  );
  const change = async (values: PersonValues): Promise<void> => {
    const { data } = await send(changeUser, {
      params: { accountId: user.id },
      body: changesOf(user, values),
    });
    notifyDone(t('edit.done', { name: data.user.name }));
    onChanged();
  };
  return (
    <PersonForm
      form={form}
      id={user.id}
      offered={offered}
      underneath={underneath}
      confirm={t('common:save')}
      failed={t('edit.failed')}
      save={change}
      onClose={onClose}
    />
  );
}
