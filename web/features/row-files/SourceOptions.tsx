import {
  delimiters,
  ENCODINGS,
  ROW_FILE_FORMATS,
  type Delimiter,
  type Encoding,
  type RowFileFormat,
} from '@hzm/contracts/features/row-files/row-file';
import type { RowFilePreview, RowFileSource } from '@hzm/contracts/features/row-files/row-import';
import { Checkbox, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './RowFiles.module.css';

interface Props {
  preview: RowFilePreview;
  onChange: (source: Partial<RowFileSource>) => void;
}

/** The way in which a file is read, as it was detected and as it can be chosen. */
export function SourceOptions({ preview: { source, sheets }, onChange }: Props) {
  const { t } = useTranslation('row-files');
  const { format, encoding, delimiter, header, sheet } = source;
  const isTable = format === 'csv' || format === 'xlsx';
  const change = (part: Partial<RowFileSource>): void => onChange({ ...source, ...part });
  return (
    <div className={classes.options}>
      <Select
        label={t('preview.format')}
        data={ROW_FILE_FORMATS.map(value => ({ value, label: t(`export.${value}`) }))}
        value={format}
        allowDeselect={false}
        onChange={value => onChange({ format: value as RowFileFormat })}
      />
      {format !== 'xlsx' && (
        <Select
          label={t('preview.encoding')}
          data={[...ENCODINGS]}
          value={encoding}
          allowDeselect={false}
          onChange={value => change({ encoding: value as Encoding })}
        />
      )}
      {format === 'csv' && (
        <Select
          label={t('preview.delimiter')}
          data={Object.keys(delimiters).map(value => ({
            value,
            label: t(`export.${value as Delimiter}`),
          }))}
          value={delimiter}
          allowDeselect={false}
          onChange={value => change({ delimiter: value as Delimiter })}
        />
      )}
      {sheets.length > 1 && (
        <Select
          label={t('preview.sheet')}
          data={sheets.map((label, at) => ({ value: String(at), label }))}
          value={String(sheet)}
          allowDeselect={false}
          onChange={value => change({ sheet: Number(value) })}
        />
      )}
      {isTable && (
        <Checkbox
          label={t('preview.header')}
          checked={header}
          onChange={event => change({ header: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}
