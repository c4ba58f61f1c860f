import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { changeOwnName } from '@hzm/contracts/features/own-account/api';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { useSession } from '../../state/use-session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Form } from '../../ui/Form.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { textsOf } from '../../ui/rule-texts.ts';
import { useSending } from '../../ui/use-sending.ts';
import classes from './Account.module.css';
import { nameProblems } from './rules.ts';

/** Changes the name of whoever is signed in. */
export function OwnName() {
  const { t } = useTranslation(['account', 'forms']);
  const { user } = useSession();
  const { busy, error, run } = useSending();
  const form = useForm({
    initialValues: { name: user.name },
    validate: values => textsOf(t, nameProblems(values)),
  });
  const submit = form.onSubmit(({ name }) => run(async () => {
    await send(changeOwnName, { body: { name } });
    form.resetDirty();
    notifyDone(t('name.done'));
  }));
  return (
    <Form onSubmit={submit}>
      <Stack gap="xs">
        <div className={classes.line}>
          <TextInput
            className={classes.grow}
            label={t('forms:name')}
            autoComplete="name"
            dir="auto"
            required
            {...form.getInputProps('name')}
          />
          <Button type="submit" variant="default" loading={busy} disabled={!form.isDirty()}>
            {t('name.submit')}
          </Button>
        </div>
        {error && <ErrorNotice error={error} title={t('name.failed')} />}
      </Stack>
    </Form>
  );
}
