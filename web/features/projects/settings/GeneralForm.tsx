import type { Project } from '@hzm/contracts/features/projects/project';
import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { store } from '../../../state/jotai.ts';
import { projectsOf } from '../../../state/projects.live.ts';
import { useSession } from '../../../state/use-session.ts';
import { CopyAction } from '../../../ui/CopyAction.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { Form } from '../../../ui/Form.tsx';
import { textsOf } from '../../../ui/rule-texts.ts';
import { useLiveForm } from '../../../ui/use-live-form.ts';
import { useUnder } from '../../../ui/use-under.tsx';
import { nameProblem } from '../rules.ts';
import { SettingsEnd } from './SettingsEnd.tsx';
import { useChange } from './use-change.ts';

const valuesOf = ({ name, description, settings: { timeZone } }: Project) => ({
  name,
  description,
  timeZone,
});
const zonesWith = (own: string): string[] => [
  ...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')]),
];

/** Names of the other projects of the same owner, as far as this person sees them. */
const otherNames = ({ id, userId }: Project, readerId: string): string[] =>
  (store.get(projectsOf(readerId).atom).data?.docs ?? [])
    .filter(other => other.id !== id && other.userId === userId)
    .map(({ name }) => name);

export function GeneralForm({ project }: { project: Project }) {
  const { t } = useTranslation(['projects', 'forms']);
  const { user } = useSession();
  const { busy, error, run } = useChange(project);
  const values = valuesOf(project);
  const { form, underneath, settled } = useLiveForm(values, ({ name }) =>
    textsOf(t, { name: nameProblem(name, otherNames(project, user.id)) }),
  );
  const under = useUnder(underneath);
  const submit = form.onSubmit(({ name, description, timeZone }) => {
    const settings = timeZone === project.settings.timeZone ? {} : { settings: { timeZone } };
    return run({ name, description, ...settings }, changed => settled(valuesOf(changed)));
  });
  return (
    <Form onSubmit={submit}>
      <Stack>
        <div>
          <TextInput
            label={t('create.name')}
            required
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          {under('name')}
        </div>
        <div>
          <Textarea
            label={t('create.description')}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={1000}
            {...form.getInputProps('description')}
          />
          {under('description')}
        </div>
        <div>
          <Select
            label={t('settings.timeZone')}
            description={t('settings.timeZoneHint')}
            data={zonesWith(values.timeZone)}
            searchable
            allowDeselect={false}
            limit={50}
            {...form.getInputProps('timeZone')}
          />
          {under('timeZone')}
        </div>
        <ProjectFacts project={project} />
        <SettingsEnd busy={busy} error={error}>
          <Button type="submit" loading={busy}>
            {t('settings.save')}
          </Button>
        </SettingsEnd>
      </Stack>
    </Form>
  );
}

function ProjectFacts({ project }: { project: Project }) {
  const { t } = useTranslation('projects');
  const language = useLanguage();
  const id = (
    <Group gap={2} wrap="nowrap">
      <span>{project.id}</span>
      <CopyAction value={project.id} label={t('settings.copyId')} done={t('settings.idCopied')} />
    </Group>
  );
  const facts = [
    { name: t('settings.id'), value: id },
    { name: t('delete.tables'), value: formatNumber(project.tableCount, language) },
    { name: t('delete.created'), value: formatDate(project.createdAt, language) },
    { name: t('settings.updated'), value: formatDate(project.updatedAt, language) },
  ];
  return <Facts facts={facts} />;
}
