import { CorsDomain } from '@hzm/contracts/features/cors/domain';
import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../../../lib/api-error.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Form } from '../../../ui/Form.tsx';
import { notifyDone } from '../../../ui/notify.tsx';
import { textsOf } from '../../../ui/rule-texts.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { corsProblem } from '../rules.ts';
import { add } from './cors.live.ts';
import classes from './Settings.module.css';

/** Adds an allowed origin. @param known existing ones */
export function CorsForm({ projectId, known }: { projectId: string; known: readonly string[] }) {
  const { t } = useTranslation(['projects', 'forms']);
  const { busy, error, run } = useSending();
  const form = useForm({
    initialValues: { domain: '' },
    validate: ({ domain }) => textsOf(t, { domain: corsProblem(domain, known) }),
  });
  const submit = form.onSubmit(({ domain }) =>
    run(async () => {
      try {
        await add(projectId, domain);
      } catch (failure) {
        const { status, message } = asApiError(failure);
        // The list is full, or another person added it first.
        if (status !== 409) throw failure;
        return form.setFieldError('domain', message);
      }
      notifyDone(t('cors.added', { domain: CorsDomain.parse(domain) }));
      form.reset();
    }),
  );
  return (
    <Form onSubmit={submit}>
      <Group align="flex-start" gap="sm">
        <TextInput
          className={classes.grows}
          label={t('cors.domain')}
          description={t('cors.domainHint')}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('domain')}
        />
        <Button
          type="submit"
          className={classes.beside}
          loading={busy}
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          {t('cors.add')}
        </Button>
      </Group>
      {error && <ErrorNotice error={error} title={t('cors.addFailed')} />}
    </Form>
  );
}
