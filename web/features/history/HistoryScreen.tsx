import type { Project } from '@hzm/contracts/features/projects/project';
import type { Table } from '@hzm/contracts/features/tables/table';
import { useTranslation } from 'react-i18next';
import { useCommands } from '../../state/commands.ts';
import { Page } from '../../ui/Page.tsx';
import { Trail } from '../../ui/Trail.tsx';
import { HistoryList } from './HistoryList.tsx';
import type { HistoryFilters } from './use-history.ts';

interface Props {
  project: Project;
  tables: readonly Table[];
  filters: HistoryFilters;
  onFilter: (filters: HistoryFilters) => void;
}

export function HistoryScreen({ project, tables, filters, onFilter }: Props) {
  const { t } = useTranslation('history');
  const isFiltered = Object.values(filters).some(value => value !== undefined);
  useCommands({
    title: t('title'),
    commands: isFiltered
      ? [{ id: 'clear-filters', label: t('clear'), run: () => onFilter({}) }]
      : [],
  });
  return (
    <Page
      title={t('title')}
      subtitle={t('lead', { project: project.name })}
      back={<Trail project={project} />}
    >
      <HistoryList projectId={project.id} tables={tables} filters={filters} onFilter={onFilter} />
    </Page>
  );
}
