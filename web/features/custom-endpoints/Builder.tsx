import type { EndpointDefinition } from '@hzm/contracts/features/custom-endpoints/definition';
import {
  DEFAULT_KEEP_DAYS,
  MAX_KEEP_DAYS,
  type CustomEndpoint,
} from '@hzm/contracts/features/custom-endpoints/endpoint';
import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Alert, Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconDeviceFloppy,
  IconPower,
  IconRocket,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../../lib/api-error.ts';
import { ConfirmTyped } from '../../ui/ConfirmTyped.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { AddressPanel } from './AddressPanel.tsx';
import { AggregateFields } from './AggregateFields.tsx';
import { GeneralFields } from './GeneralFields.tsx';
import { ParameterFields } from './ParameterFields.tsx';
import type { Part } from './parts.ts';
import { RowsFields } from './RowsFields.tsx';
import { Section } from './Section.tsx';
import { TryPanel } from './TryPanel.tsx';
import { UsagePanel } from './UsagePanel.tsx';
import { useBuilder } from './use-builder.ts';
import { VersionsPanel } from './VersionsPanel.tsx';
import { WriteFields } from './WriteFields.tsx';
import classes from './Endpoints.module.css';

interface Props {
  project: Project;
  tables: readonly Table[];
  requestId: string | null;
  beginning: { readonly name: string; readonly definition: EndpointDefinition };
  /** The stored endpoint; null for a new one. */
  endpoint: CustomEndpoint | null;
  /** Called when the endpoint exists. */
  onSaved: (id: string) => void;
  onPublished: () => void;
  onGone: () => void;
}

/**
 * Editor of an endpoint: its definition on the left; URL, trial, usage and versions on the right.
 */
export function Builder({
  project,
  tables,
  requestId,
  beginning,
  endpoint,
  onSaved,
  onPublished,
  onGone,
}: Props) {
  const builder = useBuilder(project.id, requestId, beginning, endpoint);
  const actions = useActions(builder, onSaved, onPublished);
  const [isDeleting, setDeleting] = useState(false);
  const { base, shown, isDirty, faultOf } = builder;
  const { definition } = builder.written;
  const mayBuild = mayAs(project.role, 'project:write');
  const { tableId } = definition.action;
  const part = {
    definition,
    table: tables.find(({ id }) => id === tableId) ?? missingTable(tableId, project.id),
    tables,
    faultOf,
    onChange: (next: EndpointDefinition) => {
      actions.clear();
      builder.write({ definition: next });
    },
  };
  return (
    <div className={classes.builder}>
      <BuilderFields mayBuild={mayBuild} builder={builder} part={part} />
      <Stack gap="lg">
        {mayBuild && (
          <Publishing builder={builder} actions={actions} onDelete={() => setDeleting(true)} />
        )}
        <AddressPanel
          projectId={project.id}
          definition={definition}
          version={isDirty ? null : (base?.version ?? null)}
        />
        {mayBuild && (
          <TryPanel projectId={project.id} definition={definition} onRefused={builder.setRefusal} />
        )}
        {base && <VersionsPanel endpoint={base} mayBuild={mayBuild} onDone={builder.take} />}
        {shown && <UsagePanel endpoint={shown} />}
      </Stack>
      {base && (
        <DeleteEndpoint
          name={base.name}
          opened={isDeleting}
          builder={builder}
          actions={actions}
          onClose={() => setDeleting(false)}
          onGone={onGone}
        />
      )}
    </div>
  );
}

type EndpointBuilder = ReturnType<typeof useBuilder>;

function BuilderFields({
  mayBuild,
  builder,
  part,
}: {
  mayBuild: boolean;
  builder: EndpointBuilder;
  part: Part;
}) {
  const { t } = useTranslation('endpoints');
  const { shown, isDirty } = builder;
  return (
    <fieldset className={classes.fields} disabled={!mayBuild} aria-label={t('form.title')}>
      {builder.isBehind && <ChangedElsewhere builder={builder} />}
      {shown && shown.faults.length > 0 && !isDirty && <FaultList faults={shown.faults} />}
      <Section title={t('sections.general')}>
        <GeneralFields
          {...part}
          name={builder.written.name}
          nameFault={builder.nameFault}
          onName={next => builder.write({ name: next })}
        />
      </Section>
      <Section title={t('sections.parameters')}>
        <ParameterFields {...part} />
      </Section>
      <ActionFields {...part} />
    </fieldset>
  );
}

/** Stands for a table that is gone, so that the rest of the definition can be edited. */
const missingTable = (tableId: string, projectId: string): Table => ({
  id: tableId,
  projectId,
  name: '—',
  tableName: '—',
  physicalTableName: tableId,
  fields: [],
  createdAt: '',
  updatedAt: '',
});

type Actions = ReturnType<typeof useActions>;

/** Saving, publishing and other acts, one at a time, with the refusal of the last one. */
function useActions(
  builder: EndpointBuilder,
  onSaved: (id: string) => void,
  onPublished: () => void,
) {
  const { t } = useTranslation('endpoints');
  const { busy, error, run, clear } = useSending();
  const { base } = builder;
  const act = (work: () => Promise<unknown>, done?: string) =>
    run(async () => {
      try {
        await work();
        if (done !== undefined) notifyDone(done);
      } catch (refusal) {
        builder.setRefusal(asApiError(refusal));
        throw refusal;
      }
    });
  const save = () =>
    act(async () => {
      const { id } = await builder.save();
      if (!base) onSaved(id);
    }, t('done.saved'));
  const publish = (keepDays: number) =>
    act(async () => {
      await builder.publish(keepDays, onSaved);
      onPublished();
    }, t('done.published'));
  return { busy, error, clear, save, publish, act };
}

function ChangedElsewhere({ builder }: { builder: EndpointBuilder }) {
  const { t } = useTranslation('endpoints');
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={20} aria-hidden />}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t('behind')}</Text>
        <Button size="compact-md" variant="default" onClick={builder.takeTheirs}>
          {t('takeTheirs')}
        </Button>
      </Stack>
    </Alert>
  );
}

function FaultList({ faults }: { faults: CustomEndpoint['faults'] }) {
  const { t } = useTranslation('endpoints');
  return (
    <Alert color="red" icon={<IconAlertTriangle size={20} aria-hidden />} title={t('broken.title')}>
      <Text size="sm">{t('broken.text')}</Text>
      <Faults faults={faults} />
    </Alert>
  );
}

function Faults({
  faults,
}: {
  faults: readonly { readonly path: string; readonly message: string }[];
}) {
  return (
    <ul>
      {faults.map(({ path, message }) => (
        <li key={path}>
          <Text size="sm">{message}</Text>
        </li>
      ))}
    </ul>
  );
}

function Publishing({
  builder,
  actions,
  onDelete,
}: {
  builder: EndpointBuilder;
  actions: Actions;
  onDelete: () => void;
}) {
  const { t } = useTranslation('endpoints');
  const [keepDays, setKeepDays] = useState<number>(DEFAULT_KEEP_DAYS);
  const { base } = builder;
  const { error } = actions;
  const isPublished = base !== null && base.version !== null;
  return (
    <Section title={t('sections.publish')}>
      <Stack gap="sm">
        {error && <ErrorNotice error={error} title={t('failed')} />}
        {error && error.details.length > 1 && <Faults faults={error.details} />}
        <SaveActions
          builder={builder}
          actions={actions}
          onPublish={() => void actions.publish(keepDays)}
        />
        {isPublished && <KeepDays keepDays={keepDays} setKeepDays={setKeepDays} />}
        {isPublished && <OnOffSwitch builder={builder} actions={actions} />}
        {base && <DeleteButton onDelete={onDelete} />}
      </Stack>
    </Section>
  );
}

function KeepDays({
  keepDays,
  setKeepDays,
}: {
  keepDays: number;
  setKeepDays: (value: number) => void;
}) {
  const { t } = useTranslation('endpoints');
  return (
    <NumberInput
      hideControls
      label={t('keepDays')}
      description={t('keepDaysHint')}
      min={0}
      max={MAX_KEEP_DAYS}
      allowDecimal={false}
      value={keepDays}
      onChange={days => setKeepDays(Number(days))}
    />
  );
}

function DeleteButton({ onDelete }: { onDelete: () => void }) {
  const { t } = useTranslation('endpoints');
  return (
    <Group>
      <Button
        variant="light"
        color="red"
        leftSection={<IconTrash size={17} aria-hidden />}
        onClick={onDelete}
      >
        {t('remove.open')}
      </Button>
    </Group>
  );
}

function SaveActions({
  builder: { isDirty, base },
  actions: { busy, save },
  onPublish,
}: {
  builder: EndpointBuilder;
  actions: Actions;
  onPublish: () => void;
}) {
  const { t } = useTranslation('endpoints');
  return (
    <Group gap="xs">
      <Button
        variant="default"
        loading={busy}
        disabled={!isDirty}
        leftSection={<IconDeviceFloppy size={17} aria-hidden />}
        onClick={() => void save()}
      >
        {t('save')}
      </Button>
      <Button
        loading={busy}
        disabled={!isDirty && base?.version !== null && base?.isChanged === false}
        leftSection={<IconRocket size={17} aria-hidden />}
        onClick={onPublish}
      >
        {t('publish', { version: (base?.lastVersion ?? 0) + 1 })}
      </Button>
    </Group>
  );
}

function OnOffSwitch({
  builder,
  actions: { busy, act },
}: {
  builder: EndpointBuilder;
  actions: Actions;
}) {
  const { t } = useTranslation('endpoints');
  const isOff = builder.base?.state === 'off';
  return (
    <Group gap="xs">
      <Button
        variant="light"
        color={isOff ? 'green' : 'yellow'}
        loading={busy}
        leftSection={<IconPower size={17} aria-hidden />}
        onClick={() =>
          void act(() => builder.switchTo(isOff), isOff ? t('done.on') : t('done.off'))
        }
      >
        {isOff ? t('switchOn') : t('switchOff')}
      </Button>
    </Group>
  );
}

function DeleteEndpoint({
  name,
  opened,
  builder,
  actions: { busy, act },
  onClose,
  onGone,
}: {
  name: string;
  opened: boolean;
  builder: EndpointBuilder;
  actions: Actions;
  onClose: () => void;
  onGone: () => void;
}) {
  const { t } = useTranslation('endpoints');
  const remove = () =>
    act(async () => {
      await builder.remove();
      onClose();
      onGone();
    }, t('done.removed'));
  return (
    <ConfirmTyped
      opened={opened}
      title={t('remove.title')}
      warning={t('remove.warning')}
      name={name}
      prompt={t('remove.prompt', { name })}
      confirm={t('remove.open')}
      busy={busy}
      onClose={onClose}
      onConfirm={() => void remove()}
    />
  );
}

/** Fields that depend on the kind of action. */
function ActionFields({ definition, ...part }: Part) {
  const { action } = definition;
  if (action.kind === 'rows')
    return <RowsFields {...part} definition={{ ...definition, action }} />;
  if (action.kind === 'aggregate')
    return <AggregateFields {...part} definition={{ ...definition, action }} />;
  return <WriteFields {...part} definition={{ ...definition, action }} />;
}
