import { exportRows } from '@hzm/contracts/features/row-files/api';
import {
  delimiters,
  ROW_FILE_FORMATS,
  type Delimiter,
  type RowFileFormat,
} from '@hzm/contracts/features/row-files/row-file';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchFile, saveFile } from '../../lib/files.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { connectionAtom } from '../../realtime/socket.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { Download } from '../../ui/Download.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useTransfer } from '../../ui/use-transfer.ts';
import classes from './RowFiles.module.css';

interface Props {
  tables: readonly Table[];
  tableId: string | undefined;
}

/** Downloads the rows of a table as a file. */
export function ExportRows({ tables, tableId }: Props) {
  const { t } = useTranslation('row-files');
  const language = useLanguage();
  const isOffline = useAtomValue(connectionAtom) === 'offline';
  const transfer = useTransfer();
  const [chosen, setChosen] = useState<string | null>(null);
  const [format, setFormat] = useState<RowFileFormat>('csv');
  const [delimiter, setDelimiter] = useState<Delimiter>(language === 'tr' ? 'semicolon' : 'comma');
  const table = tables.find(({ id }) => id === (chosen ?? tableId)) ?? tables[0];
  const download = (of: Table): Promise<void> =>
    transfer.run(async way => {
      const query = { format, ...(format === 'csv' && { delimiter, bom: 'true' as const }) };
      const file = await fetchFile(exportRows, { params: { tableId: of.id }, query }, way);
      saveFile(new File([file], `${of.name}.${format}`, { type: file.type }));
    });
  return (
    <Panel title={t('export.title')}>
      <div className={classes.inside} data-export={transfer.phase}>
        <p className={classes.hint}>{t('export.lead')}</p>
        <div className={classes.options}>
          <Select
            label={t('export.table')}
            data={tables.map(({ id, name }) => ({ value: id, label: name }))}
            value={table?.id ?? null}
            allowDeselect={false}
            searchable
            onChange={setChosen}
          />
          <Select
            label={t('export.format')}
            data={ROW_FILE_FORMATS.map(value => ({ value, label: t(`export.${value}`) }))}
            value={format}
            allowDeselect={false}
            onChange={value => setFormat(value as RowFileFormat)}
          />
          {format === 'csv' && <DelimiterChoice value={delimiter} onChange={setDelimiter} />}
        </div>
        {format === 'csv' && <p className={classes.hint}>{t('export.hint')}</p>}
        <Download
          transfer={transfer}
          texts={{
            start: t('export.start'),
            running: t('export.running'),
            bytes: size => t('export.bytes', { size }),
            success: t('export.success'),
            failed: t('export.failed'),
          }}
          disabled={isOffline || !table}
          onStart={() => table && void download(table)}
        />
      </div>
    </Panel>
  );
}

function DelimiterChoice({
  value,
  onChange,
}: {
  value: Delimiter;
  onChange: (delimiter: Delimiter) => void;
}) {
  const { t } = useTranslation('row-files');
  return (
    <Select
      label={t('export.delimiter')}
      data={Object.keys(delimiters).map(one => ({
        value: one,
        label: t(`export.${one as Delimiter}`),
      }))}
      value={value}
      allowDeselect={false}
      onChange={next => onChange(next as Delimiter)}
    />
  );
}
