/** A cell that holds the text. */
export interface FoundCell {
  readonly rowId: string;
  readonly field: string;
}

/** Rows as the server answers them, each with the fields that hold the text. */
export interface FoundRow {
  readonly id: string;
  readonly fields: readonly string[];
}

/** Returns the cells from top to bottom, and within a row in the order of the columns. */
export const cellsOf = (
  rows: readonly FoundRow[],
  columns: readonly string[],
): readonly FoundCell[] =>
  rows.flatMap(({ id, fields }) =>
    columns.filter(field => fields.includes(field)).map(field => ({ rowId: id, field })),
  );

/** The cell that one is at, with its place when it was last found. */
export interface FoundAt extends FoundCell {
  readonly place: number;
}

/** Returns the place of the cell that one is at; -1 if it does not hold the text any more. */
export function placeIn(cells: readonly FoundCell[], at: FoundAt | null): number {
  if (!at) return -1;
  const isIt = (cell: FoundCell | undefined): boolean =>
    cell?.rowId === at.rowId && cell.field === at.field;
  return isIt(cells[at.place]) ? at.place : cells.findIndex(isIt);
}

/**
 * Returns the place of the next or the previous cell, beginning again at the other end. In the place
 * of a cell that is gone stands the one after it.
 */
export function placeAfter(cells: readonly FoundCell[], at: FoundAt | null, by: 1 | -1): number {
  const { length } = cells;
  if (length === 0) return -1;
  const now = placeIn(cells, at);
  if (now >= 0) return (now + by + length) % length;
  const near = Math.min(at?.place ?? 0, length);
  return by === 1 ? near % length : (near - 1 + length) % length;
}

/**
 * Returns the place of the first cell from a line on. Rows of unknown line come after the known ones
 * before them.
 */
export function placeFrom(
  cells: readonly FoundCell[],
  line: number,
  lineOf: (rowId: string) => number | undefined,
): number {
  const before = cells.findLastIndex(({ rowId }) => (lineOf(rowId) ?? Infinity) < line);
  return cells.length === 0 ? -1 : (before + 1) % cells.length;
}

/** The found cells of a row, and the one that one is at. */
export interface RowFinds {
  readonly fields: ReadonlySet<string>;
  readonly at: string | undefined;
}
export type Finds = ReadonlyMap<string, RowFinds>;

export const noFinds: Finds = new Map();

/** Groups cells by row. A row that stays as it is keeps its object, so that it is not drawn again. */
export function findsOf(
  cells: readonly FoundCell[],
  at: FoundCell | null,
  before: Finds = noFinds,
): Finds {
  const byRow = new Map<string, Set<string>>();
  for (const { rowId, field } of cells)
    byRow.set(rowId, (byRow.get(rowId) ?? new Set<string>()).add(field));
  const finds = new Map<string, RowFinds>();
  for (const [rowId, fields] of byRow) {
    const isAt = at?.rowId === rowId ? at.field : undefined;
    const known = before.get(rowId);
    const isSame =
      known?.at === isAt &&
      known?.fields.size === fields.size &&
      [...fields].every(field => known.fields.has(field));
    finds.set(rowId, isSame ? known : { fields, at: isAt });
  }
  return finds;
}
