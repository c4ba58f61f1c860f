import { isolated } from '@hzm/contracts/core/isolated';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { ActionIcon, Group, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useRef, type KeyboardEvent, type RefObject } from 'react';
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
  /** Shows the comments on a row; absent for a reader who may not read them. */
  comments: RowComments['panel'] | undefined;
  marks: RowMarks;
}

/**
 * One row with all its fields, live, its history, and the way to its neighbours. Every way out keeps
 * the drafts.
 */
export function RowDrawer(props: Props) {
  const { table, rowId: wanted, grid, lines, words, onRow, tab, onTab, comments, marks } = props;
  const { t } = useTranslation('grid');
  const rowId = wanted === undefined ? undefined : resolveRowId(grid.table, wanted);
  const shown = shownRow(props, rowId);
  const { body, form, leaving } = useKeptForm(props, rowId);
  const close = (): void => leaving(() => onRow(undefined));
  const { line, step, hasMoved } = useNeighbours(props, rowId, leaving);
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = actOf(event, step, comments && (() => leaving(() => onTab('comments'))));
    if (!act) return;
    event.preventDefault();
    act();
  };
  const swipe = useSwipe(step);
  const values = rowId !== undefined && (
    <RowContent
      {...props}
      ref={body}
      rowId={rowId}
      shown={shown}
      form={form}
      leaving={leaving}
      onClose={close}
    />
  );
  return (
    <Sheet
      opened={rowId !== undefined}
      onClose={close}
      size="md"
      classNames={
        comments && tab === 'comments' ? { content: classes.filled, body: classes.filledBody } : {}
      }
      title={shown.name === '' ? t('rowOf', { table: table.name }) : shown.title}
      onKeyDown={onKeyDown}
      {...swipe}
      focusTo={() =>
        hasMoved() ? document.querySelector<HTMLElement>('[role=grid] [data-active]') : null
      }
    >
      {rowId !== undefined && line !== undefined && (
        <Steps line={line} count={lines.filled} language={words.language} onStep={step} />
      )}
      {rowId !== undefined && comments && (
        <DrawerTabs
          tab={tab}
          mark={marks.get(rowId)}
          onTab={next => leaving(() => onTab(next))}
          values={values}
          comments={() =>
            comments({ tableId: table.id, id: rowId, name: shown.title, state: shown.state })
          }
        />
      )}
      {!comments && values}
    </Sheet>
  );
}

/** The values of a row, or what can be done about one that is gone. */
function RowContent({
  ref,
  rowId,
  shown: { there, drawn },
  form,
  leaving,
  onClose,
  ...drawer
}: Props & {
  ref: RefObject<HTMLDivElement | null>;
  rowId: string;
  shown: ReturnType<typeof shownRow>;
  form: ReturnType<typeof useRowForm>;
  /** Runs an action that leads away once everything that was written is kept. */
  leaving: (go: () => void) => void;
  onClose: () => void;
}) {
  const { table, fields, grid, session, words, writes, actions, onRow, onDelete } = drawer;
  return there ? (
    <RowValues
      ref={ref}
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
      onClose={onClose}
    />
  );
}

/** A row as it is drawn, its name, and whether it is there, not sent yet, or gone. */
function shownRow({ table, fields, grid, words }: Props, rowId: string | undefined) {
  const { rows, ops, removed } = grid.table;
  const row = rowId === undefined ? undefined : rows.get(rowId);
  const own = ops.filter(op => op.rowId === rowId);
  const there = row !== undefined || own.length > 0;
  const drawn = toRowView(rowId ?? '', row, own);
  const name = there ? rowName(fields, drawn.values, words, 'id') : '';
  return {
    there,
    drawn,
    name,
    title: name === '' ? table.name : `${isolated(table.name)}: ${isolated(name)}`,
    state: own.some(({ kind }) => kind === 'add')
      ? ('unsaved' as const)
      : rowId !== undefined && removed.has(rowId)
        ? ('gone' as const)
        : ('there' as const),
  };
}

/** The form of a row, whose values are kept before anything leads away. */
function useKeptForm({ fields, session, words }: Props, rowId: string | undefined) {
  const { t } = useTranslation('grid');
  const body = useRef<HTMLDivElement>(null);
  const form = useRowForm(rowId, fields, session, words, (field, text, problem) =>
    notifyFailed(t('notKept', { field: field.name, text, why: t(`problems.${problem}`) })),
  );
  /** Keeps the drafts before it goes; one that is no value is shown instead of being lost. */
  const leaving = (go: () => void): void => {
    const wrong = form.commit();
    if (wrong) focusField(body.current, wrong.name);
    else go();
  };
  return { body, form, leaving };
}

const focusField = (body: HTMLElement | null, name: string): void =>
  body
    ?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"] :is(input, textarea, select)`)
    ?.focus();

/** Returns the effect of a key in the drawer: it opens the comments or a neighbour. */
function actOf(
  event: KeyboardEvent,
  step: (by: number) => void,
  toComments: (() => void) | undefined,
): (() => void) | undefined {
  if (event.key === 'F2' && event.shiftKey && toComments) return toComments;
  if (!event.altKey || (event.key !== 'PageUp' && event.key !== 'PageDown')) return undefined;
  return () => step(event.key === 'PageUp' ? -1 : 1);
}

/** The line of a row, and the way to the rows beside it. */
function useNeighbours(
  { lines, session, onRow }: Pick<Props, 'lines' | 'session' | 'onRow'>,
  rowId: string | undefined,
  leaving: (go: () => void) => void,
) {
  const moved = useRef(false);
  const line = rowId === undefined ? undefined : lines.lineOf(rowId);
  const step = (by: number): void =>
    leaving(() => {
      if (line === undefined || line + by < 0 || line + by >= lines.filled) return;
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
  /** Whether the drawer shows another row than it was opened with; asked once, when it closes. */
  const hasMoved = (): boolean => {
    const isElsewhere = moved.current;
    moved.current = false;
    return isElsewhere;
  };
  return { line, step, hasMoved };
}

const steps = [
  { by: -1, text: 'previousRow', keys: 'Alt+PageUp', Icon: IconChevronUp },
  { by: 1, text: 'nextRow', keys: 'Alt+PageDown', Icon: IconChevronDown },
] as const;

/** The place of a row in the table, with buttons to its neighbours. */
function Steps({
  line,
  count,
  language,
  onStep,
}: {
  line: number;
  count: number;
  language: Words['language'];
  onStep: (by: number) => void;
}) {
  const { t } = useTranslation('grid');
  return (
    <Group gap={4} mb="sm" role="group" className={classes.steps} aria-label={t('rowPlaceLabel')}>
      {steps.map(({ by, text, keys, Icon }) => {
        const isEnd = line + by < 0 || line + by >= count;
        return (
          <ActionIcon
            key={text}
            variant="default"
            size="lg"
            aria-label={t(text)}
            title={t('withKeys', { what: t(text), keys })}
            aria-keyshortcuts={keys}
            data-disabled={isEnd || undefined}
            aria-disabled={isEnd}
            onClick={() => onStep(by)}
          >
            <Icon size={18} aria-hidden />
          </ActionIcon>
        );
      })}
      <Text size="sm" c="dimmed" ml={6} className="hzm-figures" data-testid="row-place">
        {t('rowPlace', {
          line: formatNumber(line + 1, language),
          count: formatNumber(count, language),
        })}
      </Text>
    </Group>
  );
}
