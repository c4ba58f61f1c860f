import type { RequestPriority } from '@hzm/contracts/features/endpoint-requests/request';
import { Group, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { priorities, sorts, type InboxSearch } from './inbox-search.ts';
import type { InboxAddress } from './use-address.ts';
import classes from './Inbox.module.css';

interface Props {
  search: InboxSearch;
  counts: Readonly<Record<RequestPriority, number>>;
  onList: InboxAddress['list'];
}

/** Filters and order of the list, kept in the address. */
export function Filters({ search: { priority, sort = 'newest', q = '' }, counts, onList }: Props) {
  const { t } = useTranslation('requests');
  const found = <Name extends string>(
    names: readonly Name[],
    value: string | null,
  ): Name | undefined => names.find(name => name === value);
  return (
    <Group gap="xs" className={classes.filters}>
      <TextInput
        type="search"
        className={classes.search}
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={q}
        maxLength={200}
        onChange={event =>
          onList({ q: event.currentTarget.value === '' ? undefined : event.currentTarget.value })
        }
      />
      <Select
        className={classes.filter}
        aria-label={t('priorityFilter')}
        allowDeselect={false}
        value={priority ?? 'all'}
        onChange={value => onList({ priority: found(priorities, value) })}
        data={[
          { value: 'all', label: t('allPriorities') },
          ...priorities.toReversed().map(value => ({
            value,
            label: t('priorityCount', {
              priority: t(`priorities.${value}`),
              count: counts[value],
            }),
          })),
        ]}
      />
      <Select
        className={classes.filter}
        aria-label={t('sort')}
        allowDeselect={false}
        value={sort}
        onChange={value => onList({ sort: value === 'newest' ? undefined : found(sorts, value) })}
        data={sorts.map(value => ({ value, label: t(`sorts.${value}`) }))}
      />
    </Group>
  );
}
