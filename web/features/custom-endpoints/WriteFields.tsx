import {
  MAX_PARAMETERS,
  type EndpointDefinition,
  type WriteAction,
} from '@hzm/contracts/features/custom-endpoints/definition';
import type { Field } from '@hzm/contracts/features/tables/table';
import { writtenFields } from '@hzm/contracts/features/tables/written-fields';
import { Checkbox, NativeSelect, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fieldOptions, typeFor } from '../../lib/conditions.ts';
import { optionsIn } from '../../lib/values/choices.ts';
import { ChosenFields } from './ChosenFields.tsx';
import { withParameterFor } from './draft.ts';
import type { Part } from './parts.ts';
import { Section } from './Section.tsx';
import { SourceField } from './SourceField.tsx';
import classes from './Endpoints.module.css';

/** Fields of an endpoint that writes: the row, the values, and the answer. */
export function WriteFields(part: Part<WriteAction>) {
  const { t } = useTranslation('endpoints');
  const { definition, table, faultOf, onChange } = part;
  const { action } = definition;
  return (
    <>
      {action.kind !== 'insert' && (
        <Section title={t('sections.key')}>
          <KeyFields {...part} />
        </Section>
      )}
      {action.kind !== 'delete' && (
        <Section title={t('sections.values')}>
          <Mapping {...part} />
        </Section>
      )}
      {action.kind !== 'delete' && (
        <Section title={t('sections.answer')}>
          <ChosenFields
            table={table}
            fields={action.fields}
            path="action.fields"
            faultOf={faultOf}
            onChange={fields => onChange({ ...definition, action: { ...action, fields } })}
          />
        </Section>
      )}
    </>
  );
}

function KeyFields({ definition, table, faultOf, onChange }: Part<WriteAction>) {
  const { t } = useTranslation('endpoints');
  const { action } = definition;
  if (action.kind === 'insert') return null;
  const { key } = action;
  const type =
    key.field === 'id' ? 'id' : (table.fields.find(({ id }) => id === key.field)?.type ?? 'string');
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t('write.keyHint')}
      </Text>
      <div className={classes.line}>
        <NativeSelect
          label={t('write.key')}
          value={key.field}
          error={faultOf('action.key.field')}
          data={fieldOptions(table, key.field, ['id'])}
          onChange={event =>
            onChange({
              ...definition,
              action: { ...action, key: { ...key, field: event.currentTarget.value } },
            })
          }
        />
        <SourceField
          label={t('filters.value')}
          source={key.value}
          parameters={definition.parameters}
          type={typeFor(type)}
          error={faultOf('action.key.value')}
          onNew={undefined}
          onChange={value =>
            onChange({ ...definition, action: { ...action, key: { ...key, value } } })
          }
        />
      </div>
    </Stack>
  );
}

type Values = Exclude<WriteAction, { kind: 'delete' }>['values'];
type Mapped = Values[number];

/** Returns the values with one set, replaced, or, without a source, left out. */
const withValue = (values: Values, field: string, value: Mapped['value'] | undefined): Values => {
  if (value === undefined) return values.filter(one => one.field !== field);
  return values.some(one => one.field === field)
    ? values.map(one => (one.field === field ? { field, value } : one))
    : [...values, { field, value }];
};

function Mapping({ definition, table, faultOf, onChange }: Part<WriteAction>) {
  const { action } = definition;
  if (action.kind === 'delete') return null;
  const { values } = action;
  const put = (
    field: string,
    value: Mapped['value'] | undefined,
    of: EndpointDefinition = definition,
  ) => onChange({ ...of, action: { ...action, values: withValue(values, field, value) } });
  const parameterFor = (field: Field) => {
    const isRequired = action.kind === 'insert' && field.required;
    const made = withParameterFor(definition, field, 'body', isRequired);
    put(field.id, made.source, made.definition);
  };
  const fault = faultOf('action.values');
  return (
    <>
      {fault !== undefined && (
        <Text size="sm" c="red" role="alert">
          {fault}
        </Text>
      )}
      <ul className={classes.lines}>
        {writtenFields(table.fields).map(field => {
          const index = values.findIndex(one => one.field === field.id);
          const at = `action.values.${index}`;
          return (
            <MappingLine
              key={field.id}
              field={field}
              source={values[index]?.value}
              parameters={definition.parameters}
              error={faultOf(`${at}.value`) ?? faultOf(`${at}.field`)}
              onChange={value => put(field.id, value)}
              onNew={() => parameterFor(field)}
            />
          );
        })}
      </ul>
    </>
  );
}

/** A field, whether it is written, and the source of its value. `onNew` adds a parameter for it. */
function MappingLine({
  field,
  source,
  parameters,
  error,
  onChange,
  onNew,
}: {
  field: Field;
  source: Mapped['value'] | undefined;
  parameters: EndpointDefinition['parameters'];
  error: string | undefined;
  onChange: (value: Mapped['value'] | undefined) => void;
  onNew: () => void;
}) {
  const { t } = useTranslation('endpoints');
  return (
    <li className={classes.line}>
      <Checkbox
        label={field.required ? t('write.required', { name: field.name }) : field.name}
        checked={source !== undefined}
        pb={8}
        onChange={event => (event.currentTarget.checked ? onNew() : onChange(undefined))}
      />
      {source && (
        <SourceField
          label={t('write.from', { name: field.name })}
          source={source}
          parameters={parameters}
          type={typeFor(field.type)}
          options={field.type === 'select' ? optionsIn(field) : undefined}
          error={error}
          onChange={onChange}
          onNew={parameters.length < MAX_PARAMETERS ? onNew : undefined}
        />
      )}
    </li>
  );
}
