import { fold } from '@hzm/contracts/core/turkish';
import { listMembers } from '@hzm/contracts/features/members/api';
import { listRows } from '@hzm/contracts/features/rows/api';
import type { Mention } from '@hzm/contracts/features/threads/message';
import { useDebouncedValue } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/use-language.ts';
import { rowName } from '../../../lib/values/row-name.ts';
import { useProject } from '../../../state/project.live.ts';
import { useAnswer } from '../../../ui/use-answer.ts';
import type { MentionQuery } from '../model/writing.ts';

export interface Mentionable {
  readonly label: string;
  readonly mention: Mention;
}

const SHOWN = 8;
/** Pause in typing before rows are searched, in milliseconds. */
const PAUSE_MS = 200;

/**
 * Candidates for a mention: people after `@`, tables after `#`, rows of a table after `#Table/`.
 */
export function useMentionable(
  projectId: string,
  { sign, query }: MentionQuery,
): readonly Mentionable[] {
  const { t } = useTranslation('common');
  const words = { language: useLanguage(), yes: t('yes'), no: t('no') };
  const people =
    useAnswer(listMembers, sign === '@' ? { params: { projectId } } : null).data?.members ?? [];
  const tables = useProject(projectId).data?.tables.docs ?? [];
  const slash = query.indexOf('/');
  const table =
    sign === '#' && slash > 0
      ? tables.find(({ name }) => fold(name) === fold(query.slice(0, slash)))
      : undefined;
  const [wanted] = useDebouncedValue(query.slice(slash + 1).trim(), PAUSE_MS);
  const rows =
    useAnswer(
      listRows,
      table
        ? {
            params: { tableId: table.id },
            query: { limit: SHOWN, count: 'none', ...(wanted !== '' && { q: wanted }) } as never,
          }
        : null,
    ).data?.rows ?? [];
  const isLike = (name: string): boolean => fold(name).includes(fold(query.trim()));
  if (sign === '@')
    return people
      .filter(({ name }) => isLike(name))
      .slice(0, SHOWN)
      .map(({ name, userId }) => ({ label: name, mention: { kind: 'user', id: userId } }));
  if (table)
    return rows.map(row => ({
      label: `${table.name}/${rowName(table.fields, row, words) || row.id.slice(-6)}`,
      mention: { kind: 'row', id: row.id, table_id: table.id },
    }));
  return tables
    .filter(({ name }) => isLike(name))
    .slice(0, SHOWN)
    .map(({ name, id }) => ({ label: name, mention: { kind: 'table', id } }));
}
