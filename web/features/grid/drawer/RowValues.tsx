import { memberOf } from '@hzm/contracts/core/json';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCopy, IconCopyPlus, IconTrash } from '@tabler/icons-react';
import { Suspense, type ComponentProps, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../lib/values/date-text.ts';
import type { Words } from '../../../lib/values/value-text.ts';
import { part } from '../../../ui/part.ts';
import type { RowView } from '../model/row-view.ts';
import type { Row } from '../model/row.ts';
import { usePointingFields } from '../related/pointing-fields.ts';
import { CopyMenu } from '../rows/CopyMenu.tsx';
import type { RowActions } from '../rows/use-row-actions.ts';
import type { Grid } from '../sync/state.ts';
import { DrawerField } from './DrawerField.tsx';
import type { useRowForm } from './use-row-form.ts';
import classes from './RowForm.module.css';

const PointingHere = part(async () => (await import('../related/PointingHere.tsx')).PointingHere);
const RowHistory = part(async () => (await import('./RowHistory.tsx')).RowHistory);

/** On a touch screen a focused input would open the keyboard over what one wants to read. */
const hovers = matchMedia('(hover: hover)').matches;

interface Props {
  ref: RefObject<HTMLDivElement | null>;
  table: Table;
  fields: readonly Field[];
  rowId: string;
  grid: Grid;
  drawn: RowView;
  form: ReturnType<typeof useRowForm>;
  words: Words;
  /** Whether the reader may change rows. */
  writes: boolean;
  actions: RowActions;
  onDuplicate: () => void;
  onDelete: () => void;
}

/** All values of a row, what can be done with it, and what happened to it. */
export function RowValues({
  ref,
  table,
  fields,
  rowId,
  grid,
  drawn,
  form,
  words,
  writes,
  actions,
  onDuplicate,
  onDelete,
}: Props) {
  const row = grid.table.rows.get(rowId);
  const isPointed = usePointingFields(table).length > 0;
  return (
    <Stack
      gap="md"
      ref={ref}
      tabIndex={-1}
      data-autofocus={!hovers || undefined}
      className={classes.values}
    >
      {fields.map((field, at) => (
        <DrawerField
          key={field.id}
          field={field}
          drawn={drawn}
          by={memberOf(grid.table.remoteEdits.get(rowId), field.id)}
          form={form}
          words={words}
          writes={writes}
          first={hovers && at === 0}
        />
      ))}
      {row && isPointed && (
        <Suspense>
          <PointingHere table={table} rowId={row.id} language={words.language} />
        </Suspense>
      )}
      {row && <RowTimes row={row} language={words.language} />}
      <Commands
        writes={writes}
        onCopy={as => actions.copy([rowId], as)}
        onDuplicate={onDuplicate}
        onDelete={onDelete}
      />
      {row && (
        <Suspense>
          <RowHistory key={row.id} tableId={table.id} row={row} words={words} writes={writes} />
        </Suspense>
      )}
    </Stack>
  );
}

function RowTimes({ row, language }: { row: Row; language: Words['language'] }) {
  const { t } = useTranslation('grid');
  return (
    <Text size="sm" c="dimmed">
      {t('rowTimes', {
        created: formatMoment(row.created_at, language),
        updated: formatMoment(row.updated_at, language),
      })}
    </Text>
  );
}

function Commands({
  writes,
  onCopy,
  onDuplicate,
  onDelete,
}: Pick<Props, 'writes' | 'onDuplicate' | 'onDelete'> & {
  onCopy: ComponentProps<typeof CopyMenu>['onCopy'];
}) {
  const { t } = useTranslation('grid');
  return (
    <Group gap="xs" className={classes.commands}>
      {writes && (
        <Button
          variant="default"
          leftSection={<IconCopyPlus size={16} aria-hidden />}
          onClick={onDuplicate}
        >
          {t('rows.duplicate')}
        </Button>
      )}
      <CopyMenu onCopy={onCopy}>
        <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />}>
          {t('rows.copy')}
        </Button>
      </CopyMenu>
      {writes && (
        <Button
          variant="light"
          color="red"
          ml="auto"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={onDelete}
        >
          {t('deleteRow')}
        </Button>
      )}
    </Group>
  );
}
