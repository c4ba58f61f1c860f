import { getRow } from '@hzm/contracts/features/rows/api';
import type { Thread } from '@hzm/contracts/features/threads/thread';
import { IconRowInsertTop } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/use-language.ts';
import { rowName } from '../../../lib/values/row-name.ts';
import { useProject } from '../../../state/project.live.ts';
import { useAnswer } from '../../../ui/use-answer.ts';
import classes from '../Threads.module.css';

/**
 * Link to the row of a thread, in its table with the thread beside it. A deleted row can be
 * restored there; a deleted table has no link.
 */
export function RowLink({
  thread: { id, project_id, row },
}: {
  thread: Pick<Thread, 'id' | 'project_id'> & { row: NonNullable<Thread['row']> };
}) {
  const { t } = useTranslation(['threads', 'common']);
  const words = { language: useLanguage(), yes: t('common:yes'), no: t('common:no') };
  const tables = useProject(project_id).data?.tables.docs;
  const table = tables?.find(one => one.id === row.table_id);
  const { data, error } = useAnswer(
    getRow,
    table ? { params: { tableId: row.table_id, rowId: row.row_id } } : null,
  );
  if (tables === undefined) return null;
  if (table === undefined) return <span className={classes.tag}>{t('row.tableGone')}</span>;
  const name = data
    ? rowName(table.fields, data.row, words) || row.row_id.slice(-6)
    : error?.status === 404
      ? t('row.goneName')
      : '…';
  return (
    <Link
      to="/projects/$id/data"
      params={{ id: project_id }}
      search={{ table: row.table_id, row: row.row_id, tab: 'comments', thread: id } as never}
      className={classes.rowLink}
    >
      <IconRowInsertTop size={15} aria-hidden />
      {`#${table.name}/${name}`}
    </Link>
  );
}
