import { memberOf } from '@hzm/contracts/core/json';
import type { Relationship } from '@hzm/contracts/features/tables/relationship';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { Checkbox, Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useProject } from '../../../state/project.live.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Form } from '../../../ui/Form.tsx';
import { FormActions } from '../../../ui/FormActions.tsx';
import { notifyDone } from '../../../ui/notify.tsx';
import { useSending } from '../../../ui/use-sending.ts';
import { relate } from '../api.ts';
import { visibleOf } from '../order.ts';
import { mayRelate } from './may-relate.ts';
import { RelationshipFit } from './RelationshipFit.tsx';

interface Props {
  table: Table;
  sourceFieldId: string;
  onDone: () => void;
}

const types = ['one-to-one', 'one-to-many', 'many-to-many'] as const;

const choicesOf = (named: readonly { readonly id: string; readonly name: string }[]) =>
  named.map(({ id, name }) => ({ value: id, label: name }));

function useRelationshipForm({ table, sourceFieldId, onDone }: Props) {
  const { t } = useTranslation('tables');
  const { busy, error, run } = useSending();
  const form = useForm({
    initialValues: {
      sourceFieldId,
      targetTableId: '',
      targetFieldId: '',
      relationshipType: 'one-to-many' as Relationship['relationshipType'],
      cascadeDelete: false,
    },
    validate: {
      sourceFieldId: id => (id === '' ? t('relationships.sourceNeeded') : null),
      targetTableId: id => (id === '' ? t('relationships.tableNeeded') : null),
      targetFieldId: id => (id === '' ? t('relationships.fieldNeeded') : null),
    },
  });
  const select = (name: 'sourceFieldId' | 'targetTableId' | 'targetFieldId') => ({
    ...form.getInputProps(name),
    value: memberOf(form.values, name) || null,
    required: true,
    searchable: true,
    allowDeselect: false,
  });
  const submit = form.onSubmit(values =>
    run(async () => {
      await relate(table, values);
      notifyDone(t('relationships.done'));
      onDone();
    }),
  );
  return { form, select, submit, busy, error };
}

type RelationshipForm = ReturnType<typeof useRelationshipForm>;

export function AddRelationshipForm(props: Props) {
  const { table, sourceFieldId, onDone } = props;
  const { t } = useTranslation('tables');
  const tables = useProject(table.projectId).data?.tables.docs ?? [];
  const sources = visibleOf(table.fields);
  const targets = tables.filter(({ id }) => id !== table.id);
  const relationship = useRelationshipForm(props);
  const { form, submit, busy, error } = relationship;
  const { targetTableId, relationshipType } = form.values;
  const target = targets.find(({ id }) => id === targetTableId);
  const source = sources.find(({ id }) => id === form.values.sourceFieldId);
  return (
    <Form onSubmit={submit}>
      <Stack gap="sm">
        <SourceSelect
          sources={sources}
          relationship={relationship}
          takesFocus={sourceFieldId === ''}
        />
        <TargetSelects
          targets={targets}
          relationship={relationship}
          takesFocus={sourceFieldId !== ''}
        />
        <Select
          label={t('relationships.type')}
          description={t(`relationships.typeHints.${relationshipType}`)}
          data={types.map(type => ({ value: type, label: t(`relationships.types.${type}`) }))}
          allowDeselect={false}
          {...form.getInputProps('relationshipType')}
        />
        <Checkbox
          label={t('relationships.cascade')}
          description={t('relationships.cascadeHint')}
          {...form.getInputProps('cascadeDelete', { type: 'checkbox' })}
        />
        {source && target && mayRelate(source) && (
          <RelationshipFit
            tableId={table.id}
            field={source}
            targetTableId={target.id}
            relationshipType={relationshipType}
          />
        )}
        {error && (
          <ErrorNotice
            error={error}
            title={t('relationships.failed')}
            network={t('relationships.network')}
          />
        )}
        <FormActions submit={t('relationships.add')} busy={busy} onCancel={onDone} />
      </Stack>
    </Form>
  );
}

function SourceSelect({
  sources,
  relationship: { select },
  takesFocus,
}: {
  sources: readonly Field[];
  relationship: RelationshipForm;
  takesFocus: boolean;
}) {
  const { t } = useTranslation('tables');
  return (
    <Select
      label={t('relationships.source')}
      description={sources.some(mayRelate) ? undefined : t('relationships.noSources')}
      data={sources.map(field => ({
        value: field.id,
        label: field.name,
        disabled: !mayRelate(field),
      }))}
      renderOption={({ option }) => {
        const field = sources.find(({ id }) => id === option.value);
        return field && <SourceOption field={field} />;
      }}
      data-autofocus={takesFocus || undefined}
      {...select('sourceFieldId')}
    />
  );
}

/** The other table, and its field that names the rows. */
function TargetSelects({
  targets,
  relationship: { form, select },
  takesFocus,
}: {
  targets: readonly Table[];
  relationship: RelationshipForm;
  takesFocus: boolean;
}) {
  const { t } = useTranslation('tables');
  const target = targets.find(({ id }) => id === form.values.targetTableId);
  return (
    <>
      <Select
        label={t('relationships.table')}
        description={targets.length === 0 ? t('relationships.noTables') : undefined}
        data={choicesOf(targets)}
        data-autofocus={takesFocus || undefined}
        {...select('targetTableId')}
        onChange={id =>
          form.setValues({
            targetTableId: id ?? '',
            targetFieldId: suggestedField(targets.find(one => one.id === id)),
          })
        }
      />
      <Select
        label={t('relationships.field')}
        description={t('relationships.fieldHint')}
        data={choicesOf(visibleOf(target?.fields ?? []))}
        disabled={target === undefined}
        {...select('targetFieldId')}
      />
    </>
  );
}

/** A field that is no source says why. */
function SourceOption({ field }: { field: Field }) {
  const { t } = useTranslation('tables');
  return (
    <div>
      <Text size="sm">{field.name}</Text>
      {!mayRelate(field) && (
        <Text size="xs" c="dimmed">
          {t(field.relationships.length > 0 ? 'relationships.hasOne' : 'relationships.otherType', {
            type: t(`types.${field.type}`),
          })}
        </Text>
      )}
    </div>
  );
}

/** Suggests the field by which people know a table's rows: its first text, else its first field. */
function suggestedField(table: Table | undefined): string {
  const fields = visibleOf(table?.fields ?? []);
  const text = fields.find(({ type }) => type === 'string' || type === 'text');
  return (text ?? fields[0])?.id ?? '';
}
