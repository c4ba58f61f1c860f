import { Group, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isPeopleSort, isPlan, peopleSorts, plans, type PeopleView } from './people-view.ts';
import { SearchInput } from './SearchInput.tsx';

/** Search, filters and order of people. Each change returns to the first page. */
export function PeopleToolbar({
  view,
  onView,
}: {
  view: PeopleView;
  onView: (view: PeopleView) => void;
}) {
  const { t } = useTranslation(['administration', 'translation']);
  const { page: _, ...first } = view;
  const set = (change: {
    readonly [Member in keyof PeopleView]?: PeopleView[Member] | undefined;
  }): void => onView({ ...first, ...change });
  return (
    <Group gap="sm" align="center" role="search" aria-label={t('people.search')}>
      <SearchInput label={t('people.search')} text={view.q ?? ''} onChange={q => set({ q })} />
      <NativeSelect
        aria-label={t('people.state')}
        value={view.state ?? ''}
        onChange={({ currentTarget: { value } }) =>
          set({ state: value === 'active' || value === 'passive' ? value : undefined })
        }
        data={[
          { value: '', label: t('people.anyState') },
          { value: 'active', label: t('people.active') },
          { value: 'passive', label: t('people.passive') },
        ]}
      />
      <NativeSelect
        aria-label={t('people.role')}
        value={view.role ?? ''}
        onChange={({ currentTarget: { value } }) =>
          set({ role: value === 'admin' ? value : undefined })
        }
        data={[
          { value: '', label: t('people.anyRole') },
          { value: 'admin', label: t('people.admins') },
        ]}
      />
      <NativeSelect
        aria-label={t('people.plan')}
        value={view.plan ?? ''}
        onChange={({ currentTarget: { value } }) =>
          set({ plan: isPlan(value) ? value : undefined })
        }
        data={[
          { value: '', label: t('people.anyPlan') },
          ...plans.map(value => ({ value, label: t(`translation:plans.${value}`) })),
        ]}
      />
      <NativeSelect
        aria-label={t('sort.label')}
        value={view.sort ?? 'newest'}
        onChange={({ currentTarget: { value } }) =>
          set({ sort: isPeopleSort(value) ? value : undefined })
        }
        data={peopleSorts.map(value => ({ value, label: t(`sort.${value}`) }))}
      />
    </Group>
  );
}
