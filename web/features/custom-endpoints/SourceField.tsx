import type {
  EndpointDefinition,
  ParameterType,
  Source,
} from '@hzm/contracts/features/custom-endpoints/definition';
import type { FieldOption } from '@hzm/contracts/features/tables/options';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fitted } from '../../lib/conditions.ts';
import { ConstantField } from '../../ui/query/ConstantField.tsx';

const CONSTANT = '=';
const NEW = '+';

interface Props {
  label: string;
  source: Source;
  parameters: EndpointDefinition['parameters'];
  /** Type of a constant. */
  type: ParameterType;
  /** Those among which a constant is chosen, for a choice field. */
  options?: readonly FieldOption[] | undefined;
  several?: boolean;
  error: string | undefined;
  onChange: (source: Source) => void;
  /** Creates a parameter and uses it; undefined if the limit is reached. */
  onNew: (() => void) | undefined;
}

/** Chooses the source of a value: a parameter, a new one, or a constant. */
export function SourceField({
  label,
  source,
  parameters,
  type,
  options,
  several = false,
  error,
  onChange,
  onNew,
}: Props) {
  const { t } = useTranslation('endpoints');
  const isConstant = 'constant' in source;
  const chosen = isConstant ? CONSTANT : source.parameter;
  const isKnown = isConstant || parameters.some(({ name }) => name === source.parameter);
  const choose = (value: string) =>
    value === CONSTANT
      ? onChange({ constant: fitted(type, '') })
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
      {isConstant && (
        <ConstantField
          type={type}
          options={options}
          several={several}
          value={source.constant}
          onChange={constant => onChange({ constant })}
        />
      )}
    </>
  );
}
