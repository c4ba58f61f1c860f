import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { Suspense, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { OnceNeeded } from '../../../ui/OnceNeeded.tsx';
import { part } from '../../../ui/part.ts';
import { CellMenu } from '../actions/CellMenu.tsx';
import type { CellMenuProps } from '../actions/CellMenuItems.tsx';
import { CellPeek } from '../cells/CellPeek.tsx';
import { wholeText } from '../cells/fields/kinds.ts';
import { GridHeader } from '../columns/GridHeader.tsx';
import { templateOf, totalWidth } from '../model/columns.ts';
import { linesOf } from '../model/height.ts';
import { PasteDialog } from '../screen/later-parts.ts';
import { openLink } from './cell-of.ts';
import { GridRows } from './GridRows.tsx';
import { UnreadNotice } from './UnreadNotice.tsx';
import { placesIn, useGridBody, type GridBody, type GridTableProps } from './use-grid-body.ts';
import { asideOf } from './use-viewport.ts';
import classes from './GridTable.module.css';

const FilesDialog = part(async () => (await import('../files/FilesDialog.tsx')).FilesDialog);
const FindBar = part(async () => (await import('../find/FindBar.tsx')).FindBar);
const SummaryRow = part(async () => (await import('../summary/SummaryRow.tsx')).SummaryRow);

/** The rows of a table: only those near the window are drawn, however many there are. */
export function GridTable(props: GridTableProps) {
  const { t } = useTranslation('grid');
  const body = useGridBody(props);
  const { table, grid, lines, fields, port, events, actions, finding } = body;
  const { at } = body.cursor;
  return (
    <div className={classes.frame} style={frameStyle(body)}>
      {finding.isOpen && (
        <Suspense>
          <FindBar
            tableId={table.id}
            fields={fields}
            view={body.shown}
            lines={lines}
            finding={finding}
          />
        </Suspense>
      )}
      <NewsAbove count={port.above} onShow={() => port.scrollTo(0)} />
      <div
        ref={port.scroller}
        className={classes.scroller}
        role="grid"
        aria-label={t('rowsOf', { table: table.name })}
        aria-describedby="grid-hint"
        aria-multiselectable
        aria-rowcount={grid.places.total === null ? -1 : lines.count + 1}
        aria-colcount={fields.length + 2}
        data-testid="grid"
        {...events.handlers}
      >
        <Headings body={body} />
        <GridRows body={body} />
        <Figures body={body} />
      </div>
      <NotRead body={body} />
      <CellPeek cell={`${at.row}:${at.col}`} scroller={port.scroller} text={activeText(body)} />
      <CellMenu {...events.menu} {...menuEntries(body)} />
      <OpenFiles body={body} />
      <OnceNeeded isNeeded={actions.asked !== null}>
        <PasteDialog asked={actions.asked} onAnswer={actions.answer} />
      </OnceNeeded>
      <p id="grid-hint" hidden>
        {t('hint')}
      </p>
    </div>
  );
}

const frameStyle = ({ columns, port, rowHeight, view }: GridBody) =>
  ({
    '--columns': templateOf(columns.shown),
    '--width': `${totalWidth(columns.shown)}px`,
    '--aside': `${asideOf(columns.shown, port.held)}px`,
    '--row': `${rowHeight}px`,
    '--lines': linesOf(view.height),
  }) as CSSProperties;

function Headings({ body }: { body: GridBody }) {
  const { table, port } = body;
  return (
    <GridHeader
      ref={port.header}
      scroller={port.scroller}
      projectId={table.projectId}
      tableId={table.id}
      all={body.all}
      columns={body.columns}
      drawn={body.drawn}
      held={port.held}
      words={body.words}
      view={body.view}
      onView={body.onView}
      onTask={body.onTask}
      say={body.say}
      onDown={body.enter}
    />
  );
}

/** The files of the cell that was opened. */
function OpenFiles({ body: { filesAt, closeFiles, session, table, refuse } }: { body: GridBody }) {
  if (!filesAt) return null;
  const { rowId, field, given } = filesAt;
  return (
    <Suspense>
      <FilesDialog
        cell={{ tableId: table.id, rowId, fieldId: field.id }}
        fieldName={field.name}
        value={session.valueAt(rowId, field.id) ?? null}
        writes={refuse === undefined}
        given={given}
        onClose={closeFiles}
      />
    </Suspense>
  );
}

/** The figures under the columns. */
function Figures({ body }: { body: GridBody }) {
  if (!body.summarized) return null;
  return (
    <Suspense>
      <SummaryRow
        columns={body.columns.shown}
        drawn={body.drawn}
        held={body.port.held}
        words={body.words}
        view={body.view}
        summarized={body.summarized}
        rowIndex={body.lines.count + 2}
        onView={body.onView}
      />
    </Suspense>
  );
}

/** Returns the whole text of the cell with the cursor, which its cell may cut. */
function activeText({ lines, fields, words, cursor, editing, session }: GridBody): string {
  const rowId = lines.idAt(cursor.at.row);
  const field = fields[cursor.at.col - 1];
  if (rowId === undefined || !field || editing.draft) return '';
  return wholeText(field, session.valueAt(rowId, field.id) ?? null, words);
}

const menuEntries = (body: GridBody): CellMenuProps => ({
  cell: body.cursor.at.col === 0 ? undefined : cellEntries(body),
  row: rowEntries(body),
});

function cellEntries({ port, cursor, actions, events, refuse }: GridBody): CellMenuProps['cell'] {
  const { at, range } = cursor;
  const cell = port.scroller.current?.querySelector(`[data-cell="${at.row}:${at.col}"]`);
  const link = cell?.querySelector('[data-link]') ?? undefined;
  const clipboard = 'clipboard' in navigator;
  const writes = refuse === undefined;
  return {
    link: link && (() => void openLink(link)),
    edit: writes ? () => events.commands.edit(at) : undefined,
    cut: clipboard && writes ? () => actions.cut() : undefined,
    copy: clipboard ? () => actions.copy() : undefined,
    paste: clipboard && writes ? () => actions.paste() : undefined,
    fill: range.bottom > range.top && writes ? events.fillDown : undefined,
    clear: writes ? actions.clear : undefined,
  };
}

/** Chosen rows go along with the one under the cursor. */
function rowEntries(body: GridBody): CellMenuProps['row'] {
  const { grid, lines, cursor, events, chosen, onLink } = body;
  const rowId = lines.idAt(cursor.at.row);
  const ids = rowId === undefined ? [] : chosen.ids.has(rowId) ? [...chosen.ids] : [rowId];
  const writes = body.refuse === undefined;
  return {
    open: () => rowId !== undefined && body.onOpen(rowId),
    comment: body.discusses ? events.commands.comment : undefined,
    choose: events.choose,
    link:
      onLink && rowId !== undefined && grid.table.rows.has(rowId) ? () => onLink(rowId) : undefined,
    duplicate: writes ? () => body.onDuplicate(ids) : undefined,
    delete: writes ? () => body.onDelete(ids) : undefined,
  };
}

function NotRead({ body: { grid, lines, port, session } }: { body: GridBody }) {
  const [first, last] = placesIn(port, lines);
  return <UnreadNotice grid={grid} first={first} last={last} onRetry={session.reload} />;
}

/** Says that new rows came in above the rows in sight. */
function NewsAbove({ count, onShow }: { count: number; onShow: () => void }) {
  const { t } = useTranslation('grid');
  if (count === 0) return null;
  return (
    <Button
      className={classes.above}
      size="compact-sm"
      radius="xl"
      leftSection={<IconArrowUp size={14} aria-hidden />}
      onClick={onShow}
    >
      {t('newAbove', { count })}
    </Button>
  );
}
