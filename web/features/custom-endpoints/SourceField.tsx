import type {
  EndpointDefinition,
  ParameterType,
  Source,
} from '@hzm/contracts/features/custom-endpoints/definition';
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { constantOf } from './draft.ts';

const CONSTANT = '=';
const NEW = '+';

interface Props {
  label: string;
  source: Source;
  parameters: EndpointDefinition['parameters'];
  /** Type of a constant. */
  type: ParameterType;
  error: string | undefined;
  onChange: (source: Source) => void;
  /** Creates a parameter and uses it; undefined if the limit is reached. */
  onNew: (() => void) | undefined;
}

/** Chooses the source of a value: a parameter, a new one, or a constant. */
export function SourceField({ label, source, parameters, type, error, onChange, onNew }: Props) {
  const { t } = useTranslation('endpoints');
  const isConstant = 'constant' in source;
  const chosen = isConstant ? CONSTANT : source.parameter;
  const isKnown = isConstant || parameters.some(({ name }) => name === source.parameter);
  const choose = (value: string) =>
    value === CONSTANT
      ? onChange({ constant: constantOf(type, type === 'boolean' ? 'true' : '') })
      : value === NEW
        ? onNew?.()
        : onChange({ parameter: value });
  return (
    <>
      <NativeSelect
        label={label}
        value={chosen}
        error={error}
        onChange={event => choose(event.currentTarget.value)}
        data={[
          ...(isKnown ? [] : [{ value: chosen, label: `${chosen} ?` }]),
          ...parameters.map(({ name }) => ({
            value: name,
            label: t('source.parameter', { name }),
          })),
          ...(onNew ? [{ value: NEW, label: t('source.new') }] : []),
          { value: CONSTANT, label: t('source.constant') },
        ]}
      />
      {isConstant &&
        (type === 'boolean' ? (
          <NativeSelect
            label={t('source.value')}
            value={String(source.constant)}
            data={[
              { value: 'true', label: t('source.true') },
              { value: 'false', label: t('source.false') },
            ]}
            onChange={event => onChange({ constant: event.currentTarget.value === 'true' })}
          />
        ) : (
          <TextInput
            label={t('source.value')}
            value={String(source.constant)}
            maxLength={1_000}
            onChange={event => onChange({ constant: constantOf(type, event.currentTarget.value) })}
          />
        ))}
    </>
  );
}
