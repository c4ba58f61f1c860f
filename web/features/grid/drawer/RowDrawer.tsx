import { isolated } from '@hzm/contracts/core/isolated';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { ActionIcon, Group, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format.ts';
import { rowName } from '../../../lib/values/row-name.ts';
import type { Words } from '../../../lib/values/value-text.ts';
import { notifyFailed } from '../../../ui/notify.tsx';
import { Sheet } from '../../../ui/Overlay.tsx';
import type { RowComments, RowMarks } from '../../../ui/row-comments.ts';
import { toRowView } from '../model/row-view.ts';
import type { RowTab } from '../model/view.ts';
import { GoneRow } from '../rows/GoneRow.tsx';
import type { RowActions } from '../rows/use-row-actions.ts';
import { resolveRowId } from '../sync/edits.ts';
import type { Lines } from '../sync/lines.ts';
import type { GridSession } from '../sync/session.ts';
import type { Grid } from '../sync/state.ts';
import { DrawerTabs } from './DrawerTabs.tsx';
import { RowValues } from './RowValues.tsx';
import { useRowForm } from './use-row-form.ts';
import { useSwipe } from './use-swipe.ts';
import classes from './RowForm.module.css';

interface Props {
  table: Table;
  fields: readonly Field[];
  rowId: string | undefined;
  grid: Grid;
  lines: Lines;
  session: GridSession;
  words: Words;
  /** Whether the reader may change rows. */
  writes: boolean;
  /** Another row, or none. */
  onRow: (rowId: string | undefined) => void;
  onDelete: (rowId: string) => void;
  actions: RowActions;
  tab: RowTab | undefined;
  onTab: (tab: RowTab | undefined) => void;
  /** Shows what is said about a row; absent for who may not read it. */
  comments: RowComments['panel'] | undefined;
  marks: RowMarks;
}

/**
 * One row with all its fields, live, what happened to it, and the way to its neighbours. Whatever
 * leads away keeps what was written.
 */
export function RowDrawer({
  table,
  fields,
  rowId: wanted,
  grid,
  lines,
  session,
  words,
  writes,
  onRow,
  onDelete,
  actions,
  tab,
  onTab,
  comments,
  marks,
}: Props) {
  const { t } = useTranslation('grid');
  const body = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  const rowId = wanted === undefined ? undefined : resolveRowId(grid.table, wanted);
  const row = rowId === undefined ? undefined : grid.table.rows.get(rowId);
  const ops = grid.table.ops.filter(op => op.rowId === rowId);
  const there = row !== undefined || ops.length > 0;
  const form = useRowForm(rowId, fields, session, words, (field, text, problem) =>
    notifyFailed(t('notKept', { field: field.name, text, why: t(`problems.${problem}`) })),
  );
  const drawn = toRowView(rowId ?? '', row, ops);
  const line = rowId === undefined ? undefined : lines.lineOf(rowId);

  /** Keeps what was written; what is no value is shown instead of being lost. */
  const leaving = (go: () => void): void => {
    const wrong = form.commit();
    if (wrong)
      body.current
        ?.querySelector<HTMLElement>(
          `[data-field="${CSS.escape(wrong.name)}"] :is(input, textarea, select)`,
        )
        ?.focus();
    else go();
  };
  const close = (): void => leaving(() => onRow(undefined));
  const step = (by: number): void =>
    leaving(() => {
      if (line === undefined || line + by < 0 || line + by >= lines.count) return;
      moved.current = true;
      const next = lines.idAt(line + by);
      if (next !== undefined) return onRow(next);
      session.idsOf(line + by - lines.own, line + by - lines.own).then(
        ([id]) => {
          if (id !== undefined) onRow(id);
        },
        () => {},
      );
    });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'F2' && event.shiftKey && comments) {
      event.preventDefault();
      return leaving(() => onTab('comments'));
    }
    if (!event.altKey || (event.key !== 'PageUp' && event.key !== 'PageDown')) return;
    event.preventDefault();
    step(event.key === 'PageUp' ? -1 : 1);
  };
  const swipe = useSwipe(step);
  const name = there ? rowName(fields, drawn.values, words, 'id') : '';
  const title = name === '' ? table.name : `${isolated(table.name)}: ${isolated(name)}`;
  const state = ops.some(({ kind }) => kind === 'add')
    ? 'unsaved'
    : rowId !== undefined && grid.table.removed.has(rowId)
      ? 'gone'
      : 'there';
  const values =
    rowId !== undefined &&
    (there ? (
      <RowValues
        ref={body}
        table={table}
        fields={fields}
        rowId={rowId}
        grid={grid}
        drawn={drawn}
        form={form}
        words={words}
        writes={writes}
        actions={actions}
        onDuplicate={() =>
          leaving(() => {
            onRow(undefined);
            actions.duplicate([rowId]);
          })
        }
        onDelete={() => leaving(() => onDelete(rowId))}
      />
    ) : (
      <GoneRow
        tableId={table.id}
        rowId={rowId}
        isGone={grid.table.removed.has(rowId)}
        onBack={writes ? () => session.restore([rowId]) : undefined}
        onClose={close}
      />
    ));
  return (
    <Sheet
      opened={rowId !== undefined}
      onClose={close}
      size="md"
      classNames={
        comments && tab === 'comments' ? { content: classes.filled, body: classes.filledBody } : {}
      }
      title={name === '' ? t('rowOf', { table: table.name }) : title}
      onKeyDown={onKeyDown}
      {...swipe}
      focusTo={() => {
        const isElsewhere = moved.current;
        moved.current = false;
        return isElsewhere
          ? document.querySelector<HTMLElement>('[role=grid] [data-active]')
          : null;
      }}
    >
      {rowId !== undefined && line !== undefined && (
        <Group
          gap={4}
          mb="sm"
          role="group"
          className={classes.steps}
          aria-label={t('rowPlaceLabel')}
        >
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('previousRow')}
            title={t('withKeys', { what: t('previousRow'), keys: 'Alt+PageUp' })}
            aria-keyshortcuts="Alt+PageUp"
            data-disabled={line === 0 || undefined}
            aria-disabled={line === 0}
            onClick={() => step(-1)}
          >
            <IconChevronUp size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('nextRow')}
            title={t('withKeys', { what: t('nextRow'), keys: 'Alt+PageDown' })}
            aria-keyshortcuts="Alt+PageDown"
            data-disabled={line + 1 >= lines.count || undefined}
            aria-disabled={line + 1 >= lines.count}
            onClick={() => step(1)}
          >
            <IconChevronDown size={18} aria-hidden />
          </ActionIcon>
          <Text size="sm" c="dimmed" ml={6} className="hzm-figures" data-testid="row-place">
            {t('rowPlace', {
              line: formatNumber(line + 1, words.language),
              count: formatNumber(lines.count, words.language),
            })}
          </Text>
        </Group>
      )}
      {rowId !== undefined && comments && (
        <DrawerTabs
          tab={tab}
          mark={marks.get(rowId)}
          onTab={next => leaving(() => onTab(next))}
          values={values}
          comments={() => comments({ tableId: table.id, id: rowId, name: title, state })}
        />
      )}
      {!comments && values}
    </Sheet>
  );
}
