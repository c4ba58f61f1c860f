import { hasFiles, isGiven } from '@hzm/contracts/core/everyday';
import { fieldTypeGroups, type FieldType } from '@hzm/contracts/features/tables/field-types';
import { isRelational } from '@hzm/contracts/features/tables/relationship';
import { Group, Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TypeIcon } from './TypeIcon.tsx';

interface Props {
  value: FieldType;
  /** The type that the field has; absent for a new one. */
  present?: FieldType;
  onChange: (type: FieldType) => void;
}

/** Returns a type's name, with its API name if that differs. */
const labelOf = (name: string, type: FieldType): string =>
  name.toLowerCase().replaceAll(' ', '_') === type ? name : `${name} (${type})`;

/** Returns the key of the text that explains a type; a relational one is explained before it is added. */
function hintOf(type: FieldType, isNew: boolean) {
  if (hasFiles(type)) return 'files';
  if (isGiven(type)) return 'given';
  return isNew && isRelational(type) ? 'relational' : undefined;
}

/** All types in groups, searchable by name in the reader's language or in the API. */
export function TypePicker({ value, present, onChange }: Props) {
  const { t } = useTranslation('tables');
  const hint = hintOf(value, present === undefined);
  const isKept = present !== undefined && isGiven(present);
  // Values that the product gives do not become those that people write, nor the other way.
  const isOffered = (type: FieldType): boolean =>
    present === undefined || type === present || !isGiven(type);
  const data = (Object.keys(fieldTypeGroups) as (keyof typeof fieldTypeGroups)[]).map(group => ({
    group: t(`groups.${group}`),
    items: fieldTypeGroups[group].filter(isOffered).map(type => ({
      value: type,
      label: labelOf(t(`types.${type}`), type),
    })),
  }));
  const option: SelectProps['renderOption'] = ({ option: { value: type, label } }) => (
    <Group gap="sm" wrap="nowrap">
      <TypeIcon type={type as FieldType} size={24} />
      {label}
    </Group>
  );
  return (
    <Select
      label={t('add.type')}
      placeholder={t('add.typeSearch')}
      data={data}
      value={value}
      searchable
      disabled={isKept}
      description={hint && t(`add.${hint}`)}
      allowDeselect={false}
      maxDropdownHeight={320}
      comboboxProps={{ shadow: 'md' }}
      leftSection={<TypeIcon type={value} size={22} />}
      renderOption={option}
      onChange={next => {
        if (next !== null) onChange(next);
      }}
    />
  );
}
