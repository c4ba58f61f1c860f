import { Select, type ComboboxItem } from '@mantine/core';
import { useState } from 'react';

interface Props {
  readonly label: string;
  readonly placeholder: string;
  /** Stands for an empty list. */
  readonly nothing: string;
  readonly value: ComboboxItem | null;
  readonly found: readonly ComboboxItem[];
  readonly onOpen: () => void;
  readonly onSearch: (search: string) => void;
  readonly onChange: (id: string | undefined) => void;
}

/** A choice among many that the server finds while a person types. */
export function OneOf(props: Props) {
  const { label, placeholder, nothing, value, found, onOpen, onSearch, onChange } = props;
  const [typed, setTyped] = useState(value?.label ?? '');
  return (
    <Select
      label={label}
      placeholder={placeholder}
      nothingFoundMessage={nothing}
      searchable
      clearable
      flex="1 1 240px"
      maw={420}
      maxLength={200}
      value={value?.value ?? null}
      onDropdownOpen={onOpen}
      searchValue={typed}
      onSearchChange={text => {
        setTyped(text);
        onSearch(text === value?.label ? '' : text.trim());
      }}
      // The server filters.
      filter={({ options }) => options}
      data={value && found.every(one => one.value !== value.value) ? [value, ...found] : [...found]}
      onChange={id => onChange(id ?? undefined)}
    />
  );
}
