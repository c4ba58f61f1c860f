import { Suspense } from 'react';
import { part } from '../../../ui/part.ts';
import { GridTable } from '../body/GridTable.tsx';
import type { RowsProps } from '../grid-context.ts';
import { usePainter } from '../look/use-painter.ts';
import { noMarks, type TableScreen } from './use-table-screen.ts';

const Board = part(async () => (await import('../board/Board.tsx')).Board);
const Gallery = part(async () => (await import('../gallery/Gallery.tsx')).Gallery);
const GroupedRows = part(async () => (await import('../summary/Groups.tsx')).Groups);

/** The rows in the form that the view asks for. */
export function ShownRows({ screen }: { screen: TableScreen }) {
  const { table, fields, view, onView, onRow, columns, words, form } = screen;
  const { boardField, groups } = form;
  const paint = usePainter(table, table.fields, view.colors, words);
  const ofAnyForm = { ref: screen.handle, table, all: fields, view, paint, words, say: screen.say };
  if (boardField)
    return (
      <Suspense>
        <Board
          {...ofAnyForm}
          session={screen.acting}
          field={boardField}
          fields={columns.fields}
          writes={screen.writes}
          onOpen={onRow}
          onEnd={() => onView({ ...view, board: undefined })}
        />
      </Suspense>
    );
  const rows = <RowsInOrder screen={screen} ofAnyForm={ofAnyForm} />;
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
      >
        {rows}
      </GroupedRows>
    </Suspense>
  );
}

interface InOrderProps {
  screen: TableScreen;
  ofAnyForm: Omit<RowsProps, 'session'>;
}

/** Rows one after the other: as lines of a grid, or as cards. */
function RowsInOrder({ screen, ofAnyForm }: InOrderProps) {
  const { view, onView, onRow, columns, discusses, form, session } = screen;
  const { grid, lines, chosen, actions } = screen;
  const ofLines = { ...ofAnyForm, grid, lines, shown: form.groups.rows, onView };
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
      summarized={view.summary && form.groups.under}
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
