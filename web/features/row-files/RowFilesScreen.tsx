import { IconTable } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ProjectWithTables } from '../../state/project.live.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Trail } from '../../ui/Trail.tsx';
import { ExportRows } from './ExportRows.tsx';
import { ImportRows } from './ImportRows.tsx';
import classes from './RowFiles.module.css';

interface Props {
  data: ProjectWithTables;
  /** The table in the address. */
  tableId: string | undefined;
}

/** Rows of a project that come in from files and go out as files. */
export function RowFilesScreen({ data: { project, tables }, tableId }: Props) {
  const { t } = useTranslation('row-files');
  return (
    <Page
      title={t('open')}
      place={tables.docs.find(({ id }) => id === tableId)?.name}
      subtitle={t('lead')}
      back={<Trail project={project} tableId={tableId} />}
    >
      <div className={classes.sections}>
        <ImportRows project={project} tables={tables.docs} tableId={tableId} />
        {tables.docs.length > 0 ? (
          <ExportRows tables={tables.docs} tableId={tableId} />
        ) : (
          <EmptyState icon={<IconTable aria-hidden />} text={t('noTables')} />
        )}
      </div>
    </Page>
  );
}
