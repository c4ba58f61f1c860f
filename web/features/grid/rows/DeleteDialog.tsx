import { memberOf } from '@hzm/contracts/core/json';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { Button, Group, List, Stack, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format.ts';
import { formatted } from '../../../lib/values/value-text.ts';
import type { Words } from '../../../lib/values/value-text.ts';
import { Dialog } from '../../../ui/Overlay.tsx';
import { part } from '../../../ui/part.ts';
import type { RowView } from '../model/row-view.ts';
import { usePointingFields } from '../related/pointing-fields.ts';
import classes from '../drawer/RowForm.module.css';

const PointingBefore = part(
  async () => (await import('../related/PointingBefore.tsx')).PointingBefore,
);

interface Props {
  table: Table;
  fields: readonly Field[];
  /** Those that are asked about; none: nothing is. */
  rowIds: readonly string[];
  /** The only one of them. */
  row: RowView | undefined;
  nameOf: (rowId: string) => string;
  words: Words;
  onDelete: (rowIds: readonly string[]) => void;
  onClose: () => void;
}

const NAMED = 3;

const counted = (count: number, { language }: Words) => ({
  count,
  formatted: formatNumber(count, language),
});

/** Asks before rows are deleted: of one it shows the first three fields, of several their names. */
export function DeleteDialog({
  table,
  fields,
  rowIds,
  row,
  nameOf,
  words,
  onDelete,
  onClose,
}: Props) {
  const { t } = useTranslation('grid');
  const isPointed = usePointingFields(table).length > 0;
  const [isBlocked, setBlocked] = useState(false);
  return (
    <Dialog
      opened={rowIds.length > 0}
      onClose={onClose}
      title={
        rowIds.length > 1 ? t('rows.deleteTitle', counted(rowIds.length, words)) : t('deleteTitle')
      }
    >
      <Stack>
        <Text>{t(rowIds.length > 1 ? 'rows.deleteText' : 'deleteText')}</Text>
        {rowIds.length > 1 ? (
          <Names rowIds={rowIds} nameOf={nameOf} words={words} />
        ) : (
          <FirstValues fields={fields} row={row} words={words} />
        )}
        {isPointed && rowIds.length > 0 && (
          <Suspense>
            <PointingBefore
              table={table}
              rowIds={rowIds}
              language={words.language}
              onBlocked={setBlocked}
            />
          </Suspense>
        )}
        <Text size="sm" c="dimmed">
          {t('deleteBin')}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('cancel')}
          </Button>
          <Button color="red" disabled={isBlocked} onClick={() => onDelete(rowIds)}>
            {t('delete')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Names({ rowIds, nameOf, words }: Pick<Props, 'rowIds' | 'nameOf' | 'words'>) {
  const { t } = useTranslation('grid');
  const more = rowIds.length - NAMED;
  return (
    <List>
      {rowIds.slice(0, NAMED).map(rowId => (
        <List.Item key={rowId} dir="auto">
          {nameOf(rowId)}
        </List.Item>
      ))}
      {more > 0 && <List.Item>{t('rows.deleteMore', counted(more, words))}</List.Item>}
    </List>
  );
}

function FirstValues({ fields, row, words }: Pick<Props, 'fields' | 'row' | 'words'>) {
  const { t } = useTranslation('grid');
  return (
    <dl className={classes.facts}>
      {row &&
        fields.slice(0, 3).map(field => (
          <div key={field.id}>
            <dt dir="auto">{field.name}</dt>
            <dd dir="auto">
              {formatted(field, memberOf(row.values, field.id) ?? null, words) || t('empty')}
            </dd>
          </div>
        ))}
    </dl>
  );
}
