import type { BinEntry } from '@hzm/contracts/features/tables/bin';
import { listBin } from '@hzm/contracts/features/tables/bin-api';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { useAnswer } from '../../ui/use-answer.ts';
import { useChanges } from '../../ui/use-changes.ts';
import { usePages } from '../../ui/use-pages.ts';
import { BinList } from './BinList.tsx';
import type { Item } from './kinds.ts';

interface Props {
  projectId: string;
  kind: 'tables' | 'fields';
  hint: string;
}

/** The deleted tables or fields of a project. */
export function SchemaBin({ projectId, kind, hint }: Props) {
  const { t } = useTranslation('bin');
  const language = useLanguage();
  const bin = useSchemaBin(projectId, kind === 'tables' ? 'table' : 'field');
  const counted = (count: number) => ({ count, formatted: formatNumber(count, language) });
  const items = bin.entries?.map(
    ({ id, name, tableId, tableName, fieldCount, rowCount, isTableDeleted, ...entry }): Item => ({
      ...entry,
      id,
      name,
      tableId,
      detail:
        kind === 'fields'
          ? t('ofTable', { table: tableName })
          : `${t('fields', counted(fieldCount))} · ${t('rows', counted(rowCount))}`,
      obstacle: isTableDeleted ? t('tableFirst', { table: tableName }) : undefined,
    }),
  );
  return (
    <BinList
      place={{ projectId, kind }}
      hint={hint}
      page={items && { ...bin, items }}
      error={bin.error}
      reload={bin.reload}
    />
  );
}

const PAGE_SIZE = 50;
/** A table's fields are part of it. */
const OF_BIN: ReadonlySet<string> = new Set(['table']);

/** A page of a project's deleted tables or fields, loaded again when its tables change. */
function useSchemaBin(projectId: string, kind: BinEntry['kind']) {
  const { page, stepsIn } = usePages();
  const asked = useAnswer(listBin, {
    params: { projectId },
    query: { kind, page, limit: PAGE_SIZE },
  });
  useChanges(projectId, OF_BIN, asked.reloadFrom);
  return { ...asked, ...stepsIn(asked.data?.pagination), entries: asked.data?.entries };
}
