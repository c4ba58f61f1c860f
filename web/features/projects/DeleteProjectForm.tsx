import { isolated } from '@hzm/contracts/core/isolated';
import { deleteProject } from '@hzm/contracts/features/projects/api';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber, maskKey } from '../../lib/format.ts';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { without } from '../../state/live.ts';
import { projectsOf, useProjects } from '../../state/projects.live.ts';
import { useSession } from '../../state/use-session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Form } from '../../ui/Form.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { textsOf } from '../../ui/rule-texts.ts';
import { useSending } from '../../ui/use-sending.ts';
import { deletionProblems } from './rules.ts';

/** Confirmation with the data that will be deleted. */
export function DeleteProjectForm({
  project,
  onClose,
  onDeleted,
}: {
  project: Project;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { t } = useTranslation(['projects', 'forms', 'common']);
  const language = useLanguage();
  const { user } = useSession();
  const { busy, error, run } = useSending();
  const others = useProjects().data?.docs ?? [];
  const test = others.find(({ parentProjectId }) => parentProjectId === project.id);
  const isKept =
    project.isTestEnvironment &&
    others.some(({ id, isProtected }) => id === project.parentProjectId && isProtected);
  const form = useForm({
    initialValues: { name: '', password: '' },
    validate: values => textsOf(t, deletionProblems(project, values)),
  });
  const submit = form.onSubmit(({ password }) =>
    run(async () => {
      await send(deleteProject, {
        params: { projectId: project.id },
        ...(project.isProtected ? { body: { protectionPassword: password } } : {}),
      });
      projectsOf(user.id).update(known =>
        [project, test].reduce((rest, gone) => (gone ? without(rest, gone.id) : rest), known),
      );
      notifyDone(
        t(project.isTestEnvironment ? 'delete.doneTest' : test ? 'delete.doneBoth' : 'delete.done'),
      );
      onDeleted();
    }),
  );
  const facts = [
    { name: t('delete.name'), value: project.name },
    ...(project.userId === user.id
      ? []
      : [
          {
            name: t('detail.owner'),
            value: `${isolated(project.owner.name)} · ${project.owner.email}`,
          },
        ]),
    { name: t('delete.tables'), value: formatNumber(project.tableCount, language) },
    ...(project.apiKey === null ? [] : [{ name: t('delete.key'), value: maskKey(project.apiKey) }]),
    { name: t('delete.created'), value: formatDate(project.createdAt, language) },
  ];
  return (
    <Form onSubmit={submit}>
      <Stack>
        <Alert color="red" icon={<IconAlertTriangle size={20} aria-hidden />}>
          <Text size="sm">{t('delete.warning')}</Text>
          {test && (
            <Text size="sm" fw={600} mt={4}>
              {t('delete.both', {
                name: test.name,
                tables: t('tables', {
                  count: test.tableCount,
                  formatted: formatNumber(test.tableCount, language),
                }),
              })}
            </Text>
          )}
        </Alert>
        <Facts facts={facts} />
        <TextInput
          label={t('delete.prompt', { name: project.name })}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        {project.isProtected && (
          <PasswordField
            label={t('delete.protection')}
            autoComplete="off"
            {...form.getInputProps('password')}
          />
        )}
        {isKept && (
          <Alert color="yellow" id="deletion-kept" icon={<IconLock size={20} aria-hidden />}>
            {t('delete.parentProtected')}
          </Alert>
        )}
        {error && (
          <ErrorNotice error={error} title={t('delete.failed')} network={t('delete.network')} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            type="submit"
            color="red"
            loading={busy}
            disabled={isKept}
            aria-describedby={isKept ? 'deletion-kept' : undefined}
          >
            {t('delete.confirm')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
