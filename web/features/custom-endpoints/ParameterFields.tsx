import {
  MAX_PARAMETERS,
  ParameterType,
  type Parameter,
} from '@hzm/contracts/features/custom-endpoints/definition';
import { ActionIcon, Button, Checkbox, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { constantOf, replaced } from '../../lib/conditions.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { ConstantText } from '../../ui/query/ConstantText.tsx';
import type { Part } from './parts.ts';
import classes from './Endpoints.module.css';

/** Parameters with name, location and type. Those of the path follow the path. */
export function ParameterFields({ definition, onChange, faultOf }: Part) {
  const { t } = useTranslation('endpoints');
  const { parameters } = definition;
  const set = (index: number, item: Parameter | undefined) =>
    onChange({ ...definition, parameters: replaced(parameters, index, item) });
  const place = definition.method === 'GET' ? 'query' : 'body';
  return (
    <>
      {parameters.length === 0 && (
        <Text size="sm" c="dimmed" mb="xs">
          {t('parameters.none')}
        </Text>
      )}
      <ul className={classes.lines}>
        {parameters.map((one, i) => (
          // Keyed by index, because the name is being typed.
          <ParameterLine key={i} one={one} faultOf={faultOf} i={i} set={set} />
        ))}
      </ul>
      {parameters.length < MAX_PARAMETERS && (
        <Button
          mt="sm"
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() =>
            onChange({
              ...definition,
              parameters: [
                ...parameters,
                { name: '', in: place, type: 'text', required: false, description: '' },
              ],
            })
          }
        >
          {t('parameters.add')}
        </Button>
      )}
    </>
  );
}

function ParameterLine({
  one,
  faultOf,
  i,
  set,
}: {
  one: Parameter;
  faultOf: (path: string) => string | undefined;
  i: number;
  set: (index: number, item: Parameter | undefined) => void;
}) {
  const { t } = useTranslation('endpoints');
  const language = useLanguage();
  return (
    <li className={classes.line}>
      <TextInput
        label={t('parameters.name')}
        value={one.name}
        readOnly={one.in === 'path'}
        error={faultOf(`parameters.${i}.name`)}
        onChange={event => set(i, { ...one, name: event.currentTarget.value })}
      />
      <PlaceAndType one={one} faultOf={faultOf} i={i} set={set} />
      {one.in !== 'path' && one.type !== 'json' && (
        <ConstantText
          label={t('parameters.default')}
          type={one.type}
          value={one.default ?? ''}
          error={faultOf(`parameters.${i}.default`)}
          onText={text => {
            const { default: _, ...rest } = one;
            const constant = constantOf(one.type, text, language);
            set(i, text === '' ? rest : { ...rest, default: constant });
          }}
        />
      )}
      {one.in !== 'path' && (
        <Checkbox
          label={t('parameters.required')}
          checked={one.required}
          pb={8}
          onChange={event => set(i, { ...one, required: event.currentTarget.checked })}
        />
      )}
      {one.in !== 'path' && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('parameters.remove', { name: one.name })}
          onClick={() => set(i, undefined)}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

function PlaceAndType({
  one,
  faultOf,
  i,
  set,
}: {
  one: Parameter;
  faultOf: (path: string) => string | undefined;
  i: number;
  set: (index: number, item: Parameter | undefined) => void;
}) {
  const { t } = useTranslation('endpoints');
  return (
    <>
      <NativeSelect
        label={t('parameters.in')}
        value={one.in}
        disabled={one.in === 'path'}
        error={faultOf(`parameters.${i}.in`)}
        data={(one.in === 'path' ? (['path'] as const) : (['query', 'body'] as const)).map(
          value => ({ value, label: t(`places.${value}`) }),
        )}
        onChange={event => set(i, { ...one, in: event.currentTarget.value as 'query' })}
      />
      <NativeSelect
        label={t('parameters.type')}
        value={one.type}
        error={faultOf(`parameters.${i}.type`)}
        data={ParameterType.options
          .filter(type => type !== 'json' || one.in === 'body')
          .map(value => ({ value, label: t(`types.${value}`) }))}
        onChange={event => {
          const { default: _, ...rest } = one;
          set(i, { ...rest, type: event.currentTarget.value as 'text' });
        }}
      />
    </>
  );
}
