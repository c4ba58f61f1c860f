import { List } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';

interface Props<Row> {
  rows: readonly Row[];
  line: (row: Row) => string;
  /** Number of rows that are not listed. */
  more: number;
}

/** The first rows that a change of their field concerns. */
export function FirstRows<Row extends { readonly rowId: string }>({
  rows,
  line,
  more,
}: Props<Row>) {
  const { t } = useTranslation('tables');
  const language = useLanguage();
  return (
    <List size="sm" mt={2}>
      {rows.map(row => (
        <List.Item key={row.rowId}>{line(row)}</List.Item>
      ))}
      {more > 0 && (
        <List.Item>
          {t('edit.fit.more', { count: more, formatted: formatNumber(more, language) })}
        </List.Item>
      )}
    </List>
  );
}
