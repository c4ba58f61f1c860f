import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { BinList } from './BinList.tsx';
import type { Item } from './kinds.ts';
import { useSchemaBin } from './use-schema-bin.ts';

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
