import { hasFiles, isGiven } from '@hzm/contracts/core/everyday';
import type { Json } from '@hzm/contracts/core/json';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { Words } from '../../../lib/values/value-text.ts';
import type { Flag } from '../body/use-flag.ts';
import type { Viewport } from '../body/use-viewport.ts';
import { kindOf } from '../cells/fields/kinds.ts';
import type { Cursor } from '../cells/use-cursor.ts';
import type { Editing } from '../cells/use-editing.ts';
import type { Cell } from '../model/keymap.ts';
import type { RowTab } from '../model/view.ts';
import type { RowChoice } from '../rows/use-row-selection.ts';
import { emptyId, type Lines } from '../sync/lines.ts';
import type { GridSession } from '../sync/session.ts';
import type { Actions } from './use-actions.ts';

/** The state and callbacks that the events of the grid act on. */
export interface GridEventContext {
  readonly session: GridSession;
  readonly lines: Lines;
  readonly fields: readonly Field[];
  readonly words: Words;
  readonly port: Viewport;
  readonly cursor: Cursor;
  readonly editing: Editing;
  readonly actions: Actions;
  readonly turn: (way: 'undo' | 'redo') => void;
  /** The focus goes to the cursor with the next drawing. */
  readonly takesFocus: Flag;
  readonly onOpen: (rowId: string, tab?: RowTab) => void;
  readonly chosen: RowChoice;
  readonly onDelete: (rowIds: readonly string[]) => void;
  /** Opens the files of a cell, and sends some more to it. */
  readonly onFiles: (rowId: string, field: Field, files?: readonly File[]) => void;
  /** Says that nobody writes the cell. */
  readonly onGiven: () => void;
}

export type CellCommands = ReturnType<typeof cellCommands>;

/** Returns the commands at a cell, by key or pointer. */
export function cellCommands(context: GridEventContext) {
  const { lines, fields, port, cursor, takesFocus, onOpen } = context;
  const { at } = cursor;
  const fieldAt = ({ col }: Cell): Field | undefined => fields[col - 1];
  const values = valueCommands(context, fieldAt);
  return {
    fieldAt,
    ...values,
    edit: (cell: Cell, text?: string): void => edit(context, cell, fieldAt(cell), text),
    go: (to: Cell, extend = false): void => {
      takesFocus.raise();
      cursor.go(to, extend);
      port.reveal(to.row);
    },
    space: (): void => {
      const rowId = lines.idAt(at.row);
      if (fieldAt(at)?.type === 'boolean') values.toggle(at);
      else if (rowId !== undefined) onOpen(rowId);
    },
    comment: (): void => {
      const rowId = lines.idAt(at.row);
      if (rowId !== undefined) onOpen(rowId, 'comments');
    },
    clear: (): void => clear(context),
  };
}

/** Opens the editor of a cell; of the number of a line the row. */
function edit(
  { session, lines, editing, onOpen, onFiles, onGiven }: GridEventContext,
  cell: Cell,
  field: Field | undefined,
  text: string | undefined,
): void {
  const isEmpty = cell.row >= lines.filled;
  const rowId = isEmpty ? emptyId(lines, cell.row) : lines.idAt(cell.row);
  if (rowId === undefined) return;
  if (!isEmpty && session.valueAt(rowId, field?.id ?? '') === undefined) return;
  if (!field) return isEmpty ? undefined : onOpen(rowId);
  if (hasFiles(field.type)) return text === undefined ? onFiles(rowId, field) : undefined;
  if (isGiven(field.type)) return onGiven();
  const { typed, joins = false } = kindOf(field.type);
  if (text === undefined || typed)
    editing.begin(rowId, field, text, typeof joins === 'function' ? joins(field) : joins);
}

/** The commands that change a value without an editor. */
function valueCommands(
  { session, lines }: GridEventContext,
  fieldAt: (cell: Cell) => Field | undefined,
) {
  const change = (cell: Cell, to: (before: Json) => Json): void => {
    const [rowId, field] = [lines.idAt(cell.row), fieldAt(cell)];
    if (rowId === undefined || field === undefined) return;
    const before = session.valueAt(rowId, field.id);
    if (before !== undefined) session.edit([{ rowId, field: field.id, before, after: to(before) }]);
  };
  return {
    toggle: (cell: Cell): void => {
      const empty = cell.row >= lines.filled ? fieldAt(cell) : undefined;
      if (empty) session.add([{ [empty.id]: true }]);
      else change(cell, before => before !== true);
    },
    /** Gives a cell so many stars; the number that it has takes the last one away. */
    rate: (cell: Cell, stars: number): void =>
      change(cell, before => (before === stars ? stars - 1 : stars)),
  };
}

/** Clears the selected cells, or asks to delete the chosen rows. */
function clear({ lines, cursor, actions, chosen, onDelete }: GridEventContext): void {
  const { at, range } = cursor;
  const rowId = lines.idAt(at.row);
  if (at.col > 0 || range.right > 0) return actions.clear();
  if (chosen.ids.size > 0) return onDelete([...chosen.ids]);
  if (rowId === undefined) return;
  // The cursor goes to the row that is asked about: when that is gone it stands on the neighbour.
  cursor.go({ row: at.row, col: Math.max(1, at.col) });
  onDelete([rowId]);
}
