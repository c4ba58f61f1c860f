import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { Suspense, useEffect, useMemo, useState } from 'react';
import type { Words } from '../../../lib/values/value-text.ts';
import { whenReachable } from '../../../lib/when-reachable.ts';
import { useProject } from '../../../state/project.live.ts';
import { part } from '../../../ui/part.ts';
import { GridTable } from '../body/GridTable.tsx';
import { useTold } from '../filters/use-told.ts';
import type { RowsProps } from '../grid-context.ts';
import type { painter as painterType } from '../look/painter.ts';
import type { Colors } from '../model/colors.ts';
import type { Painter } from '../model/paint.ts';
import { noMarks, type TableScreen } from './use-table-screen.ts';

const Board = part(async () => (await import('../board/Board.tsx')).Board);
const Gallery = part(async () => (await import('../gallery/Gallery.tsx')).Gallery);
const GroupedRows = part(async () => (await import('../summary/Groups.tsx')).Groups);

/** The rows in the layout of the view. */
export function ShownRows({ screen }: { screen: TableScreen }) {
  const { table, fields, view, onView, onRow, columns, words, layout } = screen;
  const { boardField, groups } = layout;
  const paint = usePainter(table, table.fields, view.colors, words);
  const ofAnyLayout = {
    ref: screen.handle,
    table,
    all: fields,
    view,
    paint,
    words,
    say: screen.say,
  };
  if (boardField)
    return (
      <Suspense>
        <Board
          {...ofAnyLayout}
          session={screen.acting}
          field={boardField}
          fields={columns.fields}
          writes={screen.writes}
          onOpen={onRow}
          onEnd={() => onView({ ...view, board: undefined })}
        />
      </Suspense>
    );
  const rows = <RowsInOrder screen={screen} ofAnyLayout={ofAnyLayout} />;
  if (!groups.field) return rows;
  return (
    <Suspense>
      <GroupedRows
        field={groups.field}
        words={words}
        view={view}
        summarized={groups.summarized}
        opened={groups.opened}
        onOpen={groups.open}
        onEnd={() => onView({ ...view, group: undefined, page: 1 })}
        onAll={groups.openAll}
        ofAll={{ table, columns: columns.shown, paint, onOpen: onRow, onEdit: groups.edit }}
      >
        {rows}
      </GroupedRows>
    </Suspense>
  );
}

interface InOrderProps {
  screen: TableScreen;
  ofAnyLayout: Omit<RowsProps, 'session'>;
}

/** Rows one after the other: as lines of a grid, or as cards. */
function RowsInOrder({ screen, ofAnyLayout }: InOrderProps) {
  const { view, onView, onRow, columns, discusses, layout, session } = screen;
  const { grid, lines, chosen, actions } = screen;
  const ofLines = { ...ofAnyLayout, grid, lines, shown: layout.groups.rows, onView };
  if (view.gallery)
    return (
      <Suspense>
        <Gallery {...ofLines} fields={columns.fields} session={screen.acting} onOpen={onRow} />
      </Suspense>
    );
  return (
    <GridTable
      {...ofLines}
      columns={columns}
      session={session}
      summarized={view.summary && layout.groups.under}
      isOneScroll={screen.isOneScroll}
      chosen={chosen}
      comments={discusses ? screen.marks : noMarks}
      onOpen={(rowId, tab) => onRow(rowId, discusses ? tab : undefined)}
      onDelete={screen.deleting.ask}
      onDuplicate={actions.duplicate}
      onLink={screen.hasForms ? screen.setLinked : undefined}
      discusses={discusses}
      onTask={screen.may('project:write') ? screen.onTask : undefined}
      refuse={screen.refuse}
    />
  );
}

type Making = typeof painterType;

/** Paints the rows of a table by its colour rules; undefined without rules, and until it can. */
function usePainter(
  table: Table,
  fields: readonly Field[],
  colors: Colors | undefined,
  words: Words,
): Painter | undefined {
  const timeZone = useProject(table.projectId).data?.project.settings.timeZone;
  const told = useTold(words);
  const [make, setMake] = useState<Making>();
  const isWanted = colors !== undefined;
  useEffect(() => {
    if (!isWanted) return;
    void whenReachable(async () => (await import('../look/painter.ts')).painter).then(painter =>
      setMake(() => painter),
    );
  }, [isWanted]);
  // An address is read anew for each step in it: equal rules draw no row again.
  const rules = colors && JSON.stringify(colors);
  return useMemo(
    () =>
      make && rules !== undefined && timeZone !== undefined
        ? make(JSON.parse(rules) as Colors, fields, timeZone, told)
        : undefined,
    [make, rules, fields, timeZone, told],
  );
}
