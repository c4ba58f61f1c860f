import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { User } from '@hzm/contracts/features/accounts/account';
import { changeUser, getUser } from '@hzm/contracts/features/administration/api';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../../lib/api-error.ts';
import { send } from '../../lib/http.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Form } from '../../ui/Form.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { useLiveForm } from '../../ui/use-live-form.ts';
import { useSending } from '../../ui/use-sending.ts';
import { PersonFields } from './PersonFields.tsx';
import { changesOf, personProblems, valuesOf, type PersonValues } from './person-values.ts';
import { useAdminAnswer } from '../../ui/use-admin-answer.ts';
import { usePersonTexts } from './use-person-texts.ts';

interface Props {
  id: string;
  onClose: () => void;
  onChanged: () => void;
}

/** What a person is, to be changed; it follows what others make of them meanwhile. */
export function EditPerson({ id, onClose, onChanged }: Props) {
  const { t } = useTranslation('administration');
  const { data, error, reload } = useAdminAnswer(getUser, { params: { accountId: id } }, change => change.kind === 'person' && change.id === id);
  if (error) return error.status === 404 ? <Text role="status">{t('gone')}</Text> : <ErrorNotice error={error} title={t('people.failed')} onRetry={reload} />;
  return data ? <EditForm user={data.user} onClose={onClose} onChanged={onChanged} /> : <Skeleton h={420} aria-busy />;
}

function EditForm({ user, onClose, onChanged }: Omit<Props, 'id'> & { user: User }) {
  const { t } = useTranslation(['administration', 'common']);
  const textsOf = usePersonTexts();
  const { busy, error, run } = useSending();
  const { form, underneath } = useLiveForm<PersonValues>(valuesOf(user), values => textsOf(personProblems(values, false)));
  const submit = form.onSubmit(values => run(async () => {
    try {
      const { data } = await send(changeUser, { params: { accountId: user.id }, body: changesOf(user, values) });
      notifyDone(t('edit.done', { name: data.user.name }));
      onChanged();
      onClose();
    } catch (failure) {
      if (asApiError(failure).code !== 'EMAIL_TAKEN') throw failure;
      form.setFieldError('email', t('rules.emailTaken'));
    }
  }));
  return (
    <Form onSubmit={submit}>
      <Stack>
        <PersonFields form={form} id={user.id} underneath={underneath} />
        {error && <ErrorNotice error={error} title={t('edit.failed')} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" loading={busy}>{t('common:save')}</Button>
        </Group>
      </Stack>
    </Form>
  );
}
