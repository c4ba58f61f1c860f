import type { RowFilePreview } from '@hzm/contracts/features/row-files/row-import';
import { ScrollArea, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import classes from './RowFiles.module.css';

/** The first rows of a file, and the problems of those that were looked at. */
export function FoundRows({ preview }: { preview: RowFilePreview }) {
  const { t } = useTranslation('row-files');
  const language = useLanguage();
  const { columns, rows, looked, isWhole, mapping, refused, reasons, problems } = preview;
  const number = (value: number) => formatNumber(value, language) as never;
  if (looked === 0) return <Text role="status">{t('preview.empty')}</Text>;
  return (
    <>
      <Text size="sm" role="status">
        {t(isWhole ? 'preview.looked' : 'preview.lookedPart', { count: number(looked) })}{' '}
        {mapping.length > 0 &&
          (refused === 0 ? t('preview.fits') : t('preview.refused', { count: number(refused) }))}
      </Text>
      {refused > 0 && (
        <ul className={classes.notes}>
          {reasons.map(({ reason, field, count }) => (
            <li key={`${field} ${reason}`}>
              {t(field === '' ? 'reasonOfRow' : 'reason', { field, reason, count: number(count) })}
            </li>
          ))}
          {problems.map(({ row, field, message, value }) => (
            <li key={`${row} ${field}`}>{t('preview.row', { row, field, message, value })}</li>
          ))}
        </ul>
      )}
      <ScrollArea.Autosize
        mah={360}
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('preview.sample') }}
      >
        <Table striped withTableBorder aria-label={t('preview.sample')}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ column, name }) => (
                <Table.Th key={column}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((cells, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows of a file have places only
              <Table.Tr key={at}>
                {columns.map(({ column }) => (
                  <Table.Td key={column} className={classes.cell}>
                    {cells[column]}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
    </>
  );
}
