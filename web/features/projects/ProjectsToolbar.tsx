import { Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { projectSorts, type ProjectSort } from './arrange.ts';

interface Props {
  text: string;
  sort: ProjectSort;
  /** Numbers of shown and of all projects. */
  found: number;
  all: number;
  onChange: (next: { text?: string; sort?: ProjectSort }) => void;
}

export function ProjectsToolbar({ text, sort, found, all, onChange }: Props) {
  const { t } = useTranslation('projects');
  const language = useLanguage();
  // The address follows with a delay; typing must not wait for it.
  const [typed, setTyped] = useState(text);
  return (
    <Group gap="sm" mb="lg" align="center">
      <TextInput
        type="search"
        aria-label={t('search.label')}
        placeholder={t('search.label')}
        leftSection={<IconSearch size={17} aria-hidden />}
        value={typed}
        onChange={event => {
          setTyped(event.currentTarget.value);
          onChange({ text: event.currentTarget.value });
        }}
        flex="1 1 220px"
        maw={420}
        autoComplete="off"
      />
      <NativeSelect
        aria-label={t('search.sort')}
        value={sort}
        onChange={event => onChange({ sort: event.currentTarget.value as ProjectSort })}
        data={projectSorts.map(value => ({ value, label: t(`search.${value}`) }))}
      />
      <Text size="sm" c="dimmed" role="status">
        {text.trim() !== '' &&
          t('search.found', {
            count: found,
            found: formatNumber(found, language),
            all: formatNumber(all, language),
          })}
      </Text>
    </Group>
  );
}
