import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { createUser } from '@hzm/contracts/features/administration/api';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../../lib/api-error.ts';
import { send } from '../../lib/http.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Form } from '../../ui/Form.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { PersonFields } from './PersonFields.tsx';
import { isPlan } from './people-view.ts';
import { newPerson, personProblems, type PersonValues } from './person-values.ts';
import { usePersonTexts } from './use-person-texts.ts';

/** Makes an account for somebody. */
export function AddPerson({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }) {
  const { t } = useTranslation(['administration', 'common']);
  const textsOf = usePersonTexts();
  const { busy, error, run } = useSending();
  const form = useForm<PersonValues>({ initialValues: newPerson, validate: values => textsOf(personProblems(values, true)) });
  const submit = form.onSubmit(({ name, email, password, plan, maxProjects, maxTables }) => run(async () => {
    try {
      const { data: { user } } = await send(createUser, { body: { name, email, password, subscriptionType: plan === 'admin' || isPlan(plan) ? plan : 'free', maxProjects: Number(maxProjects), maxTables: Number(maxTables) } });
      notifyDone(t('add.done', { name: user.name }));
      onAdded();
      onClose();
    } catch (failure) {
      if (asApiError(failure).code !== 'EMAIL_TAKEN') throw failure;
      form.setFieldError('email', t('rules.emailTaken'));
    }
  }));
  return (
    <Form onSubmit={submit}>
      <Stack>
        <PersonFields form={form} />
        {error && <ErrorNotice error={error} title={t('add.failed')} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" loading={busy}>{t('add.confirm')}</Button>
        </Group>
      </Stack>
    </Form>
  );
}
