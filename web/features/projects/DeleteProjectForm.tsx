import { isolated } from '@hzm/contracts/core/isolated';
import { deleteProject } from '@hzm/contracts/features/projects/api';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { binnedUntil } from '../../lib/binned-until.ts';
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
  const others = useProjects().data?.docs ?? [];
  const test = others.find(({ parentProjectId }) => parentProjectId === project.id);
  const { busy, error, remove } = useDeletion(project, test, onDeleted);
  const isKept =
    project.isTestEnvironment &&
    others.some(({ id, isProtected }) => id === project.parentProjectId && isProtected);
  const form = useForm({
    initialValues: { name: '', password: '' },
    validate: values => textsOf(t, deletionProblems(project, values)),
  });
  const submit = form.onSubmit(({ password }) => remove(password));
  return (
    <Form onSubmit={submit}>
      <Stack>
        <DeletionWarning isTest={project.isTestEnvironment} test={test} />
        <DeletionFacts project={project} />
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
        <DeletionButtons busy={busy} isKept={isKept} onClose={onClose} />
      </Stack>
    </Form>
  );
}

/** Deletes a project, together with its test environment. */
function useDeletion(project: Project, test: Project | undefined, onDeleted: () => void) {
  const { t } = useTranslation('projects');
  const { user } = useSession();
  const { busy, error, run } = useSending();
  const remove = (protectionPassword: string): Promise<void> =>
    run(async () => {
      await send(deleteProject, {
        params: { projectId: project.id },
        ...(project.isProtected ? { body: { protectionPassword } } : {}),
      });
      projectsOf(user.id).update(known =>
        [project, test].reduce((rest, gone) => (gone ? without(rest, gone.id) : rest), known),
      );
      notifyDone(
        t(project.isTestEnvironment ? 'delete.doneTest' : test ? 'delete.doneBoth' : 'delete.done'),
      );
      onDeleted();
    });
  return { busy, error, remove };
}

/** Tells until when a project can be brought back, and names the test environment that goes with it. */
function DeletionWarning({ isTest, test }: { isTest: boolean; test: Project | undefined }) {
  const { t } = useTranslation('projects');
  const language = useLanguage();
  return (
    <Alert color="red" icon={<IconAlertTriangle size={20} aria-hidden />}>
      <Text size="sm">
        {isTest
          ? t('delete.warningTest')
          : t('delete.warning', { date: formatDate(binnedUntil(), language) })}
      </Text>
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
  );
}

function DeletionFacts({ project }: { project: Project }) {
  const { t } = useTranslation('projects');
  const language = useLanguage();
  const { user } = useSession();
  const { name, owner, apiKey } = project;
  const facts = [
    { name: t('delete.name'), value: name },
    ...(project.userId === user.id
      ? []
      : [{ name: t('detail.owner'), value: `${isolated(owner.name)} · ${owner.email}` }]),
    { name: t('delete.tables'), value: formatNumber(project.tableCount, language) },
    ...(apiKey === null ? [] : [{ name: t('delete.key'), value: maskKey(apiKey) }]),
    { name: t('delete.created'), value: formatDate(project.createdAt, language) },
  ];
  return <Facts facts={facts} />;
}

function DeletionButtons({
  busy,
  isKept,
  onClose,
}: {
  busy: boolean;
  isKept: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation(['projects', 'common']);
  return (
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
  );
}
