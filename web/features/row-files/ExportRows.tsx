import { exportRows } from '@hzm/contracts/features/row-files/api';
import {
  delimiters,
  ROW_FILE_FORMATS,
  type Delimiter,
  type RowFileFormat,
} from '@hzm/contracts/features/row-files/row-file';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Button, Group, Progress, Select, Text } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../lib/bytes-text.ts';
import { fetchFile, saveFile } from '../../lib/files.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { connectionAtom } from '../../realtime/socket.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useTransfer } from './use-transfer.ts';
import classes from './RowFiles.module.css';

interface Props {
  tables: readonly Table[];
  tableId: string | undefined;
}

/** Downloads the rows of a table as a file. */
export function ExportRows({ tables, tableId }: Props) {
  const { t } = useTranslation(['row-files', 'common']);
  const language = useLanguage();
  const isOffline = useAtomValue(connectionAtom) === 'offline';
  const { phase, bytes, error, run, cancel } = useTransfer();
  const [chosen, setChosen] = useState<string | null>(null);
  const [format, setFormat] = useState<RowFileFormat>('csv');
  const [delimiter, setDelimiter] = useState<Delimiter>(language === 'tr' ? 'semicolon' : 'comma');
  const table = tables.find(({ id }) => id === (chosen ?? tableId)) ?? tables[0];
  const isRunning = phase === 'running';
  const download = (of: Table): Promise<void> =>
    run(async way => {
      const query = { format, ...(format === 'csv' && { delimiter, bom: 'true' as const }) };
      const file = await fetchFile(exportRows, { params: { tableId: of.id }, query }, way);
      saveFile(new File([file], `${of.name}.${format}`, { type: file.type }));
    });
  return (
    <Panel title={t('export.title')}>
      <div className={classes.inside} data-export={phase}>
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
          {format === 'csv' && (
            <Select
              label={t('export.delimiter')}
              data={Object.keys(delimiters).map(value => ({
                value,
                label: t(`export.${value as Delimiter}`),
              }))}
              value={delimiter}
              allowDeselect={false}
              onChange={value => setDelimiter(value as Delimiter)}
            />
          )}
        </div>
        {format === 'csv' && <p className={classes.hint}>{t('export.hint')}</p>}
        {isRunning && <Progress value={100} animated aria-label={t('export.running')} />}
        <Text size="sm" role="status">
          {isRunning
            ? t('export.bytes', { size: bytesText(bytes, language) })
            : phase === 'success'
              ? t('export.success')
              : ''}
        </Text>
        {error && !isRunning && <ErrorNotice error={error} title={t('export.failed')} />}
        <Group>
          <Button
            leftSection={<IconDownload size={17} aria-hidden />}
            loading={isRunning}
            disabled={isOffline || !table}
            onClick={() => table && void download(table)}
          >
            {t('export.start')}
          </Button>
          {isRunning && (
            <Button
              variant="default"
              leftSection={<IconX size={17} aria-hidden />}
              onClick={cancel}
            >
              {t('common:cancel')}
            </Button>
          )}
        </Group>
      </div>
    </Panel>
  );
}
