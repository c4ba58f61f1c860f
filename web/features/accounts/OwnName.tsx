import { changeOwnName } from '@hzm/contracts/features/own-account/api';
import { Button, Stack, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { useSession } from '../../state/use-session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Form } from '../../ui/Form.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { textsOf } from '../../ui/rule-texts.ts';
import { useLiveForm } from '../../ui/use-live-form.ts';
import { useSending } from '../../ui/use-sending.ts';
import { useUnder } from '../../ui/use-under.tsx';
import { nameProblems } from './rules.ts';
import classes from './Account.module.css';

export function OwnName() {
  const { t } = useTranslation(['account', 'forms']);
  const { user } = useSession();
  const { busy, error, run } = useSending();
  const { form, underneath, settled } = useLiveForm({ name: user.name }, values =>
    textsOf(t, nameProblems(values)),
  );
  const under = useUnder(underneath);
  const input = useRef<HTMLInputElement>(null);
  const submit = form.onSubmit(({ name }) =>
    run(async () => {
      const { data } = await send(changeOwnName, { body: { name } });
      settled({ name: data.user.name });
      // The button is disabled now and cannot keep the focus.
      input.current?.focus();
      notifyDone(t('name.done'));
    }),
  );
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
            ref={input}
            {...form.getInputProps('name')}
          />
          <Button
            type="submit"
            variant="default"
            loading={busy}
            disabled={form.values.name === user.name}
          >
            {t('name.submit')}
          </Button>
        </div>
        {under('name')}
        {error && <ErrorNotice error={error} title={t('name.failed')} />}
      </Stack>
    </Form>
  );
}
