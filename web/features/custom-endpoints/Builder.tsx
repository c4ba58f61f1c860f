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
import type { ApiError } from '../../lib/api-error.ts';
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
  const { busy, error, run, clear } = useSending();
  const [keepDays, setKeepDays] = useState<number>(DEFAULT_KEEP_DAYS);
  const [isDeleting, setDeleting] = useState(false);
  const {
    written: { name, definition },
    base,
    shown,
    isDirty,
    faultOf,
  } = builder;
  const mayBuild = mayAs(project.role, 'project:write');
  const { tableId } = definition.action;
  const table = tableOf({ tables, tableId, project });
  const published = base !== null && base.version !== null;
  const isOff = base?.state === 'off';
  const { save, publish, act } = useEndpointActions({
    run,
    builder,
    onSaved,
    keepDays,
    onPublished,
  });
  const part = {
    definition,
    table,
    tables,
    faultOf,
    onChange: (next: EndpointDefinition) => {
      clear();
      builder.write({ definition: next });
    },
  };
  return (
    <div className={classes.builder}>
      <BuilderFields mayBuild={mayBuild} builder={builder} part={part} name={name} />
      <Stack gap="lg">
        {mayBuild && (
          <Publishing
            error={error}
            busy={busy}
            builder={builder}
            save={save}
            publish={publish}
            published={published}
            keepDays={keepDays}
            setKeepDays={setKeepDays}
            isOff={isOff}
            act={act}
            setDeleting={setDeleting}
          />
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
          isDeleting={isDeleting}
          builder={builder}
          busy={busy}
          setDeleting={setDeleting}
          act={act}
          onGone={onGone}
        />
      )}
    </div>
  );
}

function BuilderFields({
  mayBuild,
  builder,
  part,
  name,
}: {
  mayBuild: boolean;
  builder: ReturnType<typeof useBuilder>;
  part: {
    definition: EndpointDefinition;
    table: Table;
    tables: readonly Table[];
    faultOf: (path: string) => string | undefined;
    onChange: (next: EndpointDefinition) => void;
  };
  name: string;
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
          name={name}
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

function tableOf({
  tables,
  tableId,
  project,
}: {
  tables: readonly Table[];
  tableId: string;
  project: Project;
}) {
  const table = tables.find(({ id }) => id === tableId) ?? {
    id: tableId,
    projectId: project.id,
    name: '—',
    tableName: '—',
    physicalTableName: tableId,
    fields: [],
    createdAt: '',
    updatedAt: '',
  };
  return table;
}

function useEndpointActions({
  run,
  builder,
  onSaved,
  keepDays,
  onPublished,
}: {
  run: (work: () => Promise<void>) => Promise<void>;
  builder: ReturnType<typeof useBuilder>;
  onSaved: (id: string) => void;
  keepDays: number;
  onPublished: () => void;
}) {
  const { t } = useTranslation('endpoints');
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
  const publish = () =>
    act(async () => {
      await builder.publish(keepDays, onSaved);
      onPublished();
    }, t('done.published'));
  return { save, publish, act };
}

function ChangedElsewhere({ builder }: { builder: ReturnType<typeof useBuilder> }) {
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
      <ul>
        {faults.map(({ path, message }) => (
          <li key={path}>
            <Text size="sm">{message}</Text>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function Publishing({
  error,
  busy,
  builder,
  save,
  publish,
  published,
  keepDays,
  setKeepDays,
  isOff,
  act,
  setDeleting,
}: {
  error: ApiError | null;
  busy: boolean;
  builder: ReturnType<typeof useBuilder>;
  save: () => Promise<void>;
  publish: () => Promise<void>;
  published: boolean;
  keepDays: number;
  setKeepDays: (value: number) => void;
  isOff: boolean;
  act: (work: () => Promise<unknown>, done?: string) => Promise<void>;
  setDeleting: (value: boolean) => void;
}) {
  const { t } = useTranslation('endpoints');
  const { base } = builder;
  return (
    <Section title={t('sections.publish')}>
      <Stack gap="sm">
        {error && <ErrorNotice error={error} title={t('failed')} />}
        {error && error.details.length > 1 && (
          <ul>
            {error.details.map(({ path, message }) => (
              <li key={path}>
                <Text size="sm">{message}</Text>
              </li>
            ))}
          </ul>
        )}
        <SaveActions busy={busy} builder={builder} save={save} publish={publish} />
        {published && <KeepDays keepDays={keepDays} setKeepDays={setKeepDays} />}
        {published && <OnOffSwitch isOff={isOff} busy={busy} act={act} builder={builder} />}
        {base && <DeleteButton setDeleting={setDeleting} />}
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

function DeleteButton({ setDeleting }: { setDeleting: (value: boolean) => void }) {
  const { t } = useTranslation('endpoints');
  return (
    <Group>
      <Button
        variant="light"
        color="red"
        leftSection={<IconTrash size={17} aria-hidden />}
        onClick={() => setDeleting(true)}
      >
        {t('remove.open')}
      </Button>
    </Group>
  );
}

function SaveActions({
  busy,
  builder,
  save,
  publish,
}: {
  busy: boolean;
  builder: ReturnType<typeof useBuilder>;
  save: () => Promise<void>;
  publish: () => Promise<void>;
}) {
  const { t } = useTranslation('endpoints');
  const { isDirty, base } = builder;
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
        onClick={() => void publish()}
      >
        {t('publish', { version: (base?.lastVersion ?? 0) + 1 })}
      </Button>
    </Group>
  );
}

function OnOffSwitch({
  isOff,
  busy,
  act,
  builder,
}: {
  isOff: boolean;
  busy: boolean;
  act: (work: () => Promise<unknown>, done?: string) => Promise<void>;
  builder: ReturnType<typeof useBuilder>;
}) {
  const { t } = useTranslation('endpoints');
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
  isDeleting,
  name,
  builder,
  busy,
  setDeleting,
  act,
  onGone,
}: {
  isDeleting: boolean;
  name: string;
  builder: ReturnType<typeof useBuilder>;
  busy: boolean;
  setDeleting: (value: boolean) => void;
  act: (work: () => Promise<unknown>, done?: string) => Promise<void>;
  onGone: () => void;
}) {
  const { t } = useTranslation('endpoints');
  return (
    <ConfirmTyped
      opened={isDeleting}
      title={t('remove.title')}
      warning={t('remove.warning')}
      name={name}
      prompt={t('remove.prompt', { name: name })}
      confirm={t('remove.open')}
      busy={busy}
      onClose={() => setDeleting(false)}
      onConfirm={() =>
        void act(async () => {
          await builder.remove();
          setDeleting(false);
          onGone();
        }, t('done.removed'))
      }
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
