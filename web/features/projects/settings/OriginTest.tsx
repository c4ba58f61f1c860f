import { testOrigin } from '@hzm/contracts/features/cors/api';
import type { OriginVerdict } from '@hzm/contracts/features/cors/domain';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../lib/http.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Form } from '../../../ui/Form.tsx';
import { useSending } from '../../../ui/use-sending.ts';
import classes from './Settings.module.css';

/** Tells whether pages of an origin may use the project's keys, and by which rule. */
export function OriginTest({ projectId }: { projectId: string }) {
  const { t } = useTranslation('projects');
  const { busy, error, run } = useSending();
  const [verdict, setVerdict] = useState<OriginVerdict | null>(null);
  const form = useForm({
    initialValues: { origin: '' },
    validate: { origin: text => (text.trim() === '' ? t('cors.test.empty') : null) },
  });
  const submit = form.onSubmit(({ origin }) =>
    run(async () => {
      setVerdict(null);
      const { data } = await send(testOrigin, { params: { projectId }, query: { origin } });
      setVerdict(data.verdict);
    }),
  );
  return (
    <Form onSubmit={submit}>
      <Stack gap="xs">
        <Group align="flex-start" gap="sm">
          <TextInput
            className={classes.grows}
            label={t('cors.test.label')}
            description={t('cors.test.hint')}
            autoComplete="off"
            spellCheck={false}
            inputMode="url"
            maxLength={2000}
            {...form.getInputProps('origin')}
          />
          <Button type="submit" variant="default" className={classes.beside} loading={busy}>
            {t('cors.test.run')}
          </Button>
        </Group>
        {error && <ErrorNotice error={error} title={t('cors.test.failed')} />}
        <div role="status">{verdict && <Verdict verdict={verdict} />}</div>
      </Stack>
    </Form>
  );
}

function Verdict({ verdict }: { verdict: OriginVerdict }) {
  const { t } = useTranslation('projects');
  const isOwn = verdict.origin === location.origin;
  return verdict.isAllowed || isOwn ? (
    <Alert color="green" icon={<IconCircleCheck size={18} aria-hidden />}>
      <Text size="sm" fw={500} className={classes.wraps}>
        {t('cors.test.allowed', { origin: verdict.origin })}
      </Text>
      <Text size="sm" className={classes.wraps}>
        {verdict.rule === null
          ? t('cors.test.own')
          : t(verdict.isPlatform ? 'cors.test.byPlatform' : 'cors.test.byDomain', {
              rule: verdict.rule,
            })}
      </Text>
      <Others others={verdict.others} />
      <Text size="sm" mt="xs">
        {t('cors.test.calls')}
      </Text>
    </Alert>
  ) : (
    <Refused verdict={verdict} />
  );
}

/** Origins that look like the tested one, with what the same check says of them. */
function Others({ others }: Pick<OriginVerdict, 'others'>) {
  const { t } = useTranslation('projects');
  if (others.length === 0) return null;
  return (
    <>
      <Text size="sm" mt="xs">
        {t('cors.test.others')}
      </Text>
      <ul className={classes.others}>
        {others.map(({ origin, isAllowed }) => (
          <li key={origin}>
            {t(isAllowed ? 'cors.test.otherAllowed' : 'cors.test.otherRefused', { origin })}
          </li>
        ))}
      </ul>
    </>
  );
}

function Refused({ verdict: { origin, refusal, near } }: { verdict: OriginVerdict }) {
  const { t } = useTranslation('projects');
  return (
    <Alert color="yellow" icon={<IconCircleX size={18} aria-hidden />}>
      {origin !== null && (
        <Text size="sm" fw={500} className={classes.wraps}>
          {t('cors.test.refused', { origin })}
        </Text>
      )}
      {refusal && <Text size="sm">{t(`cors.test.refusal.${refusal}`)}</Text>}
      {near.length > 0 && (
        <ul className={classes.others}>
          {near.map(({ rule, differs }) => (
            <li key={rule}>
              {rule}: {differs.map(one => t(`cors.test.differs.${one}`)).join(' ')}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
