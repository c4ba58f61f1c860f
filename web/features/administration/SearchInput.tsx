import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

export function SearchInput({
  label,
  text,
  onChange,
}: {
  label: string;
  text: string;
  onChange: (text: string) => void;
}) {
  // The address follows with a delay; typing must not wait for it.
  const [typed, setTyped] = useState(text);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={17} aria-hidden />}
      value={typed}
      onChange={event => {
        setTyped(event.currentTarget.value);
        onChange(event.currentTarget.value);
      }}
      flex="1 1 240px"
      maw={420}
      maxLength={200}
      autoComplete="off"
    />
  );
}
