const MARKS = /[\t\n\r"]/;
/**
 * Cells as spreadsheets exchange them: tabs between cells, lines between rows, quotes around what
 * holds either.
 */
const asTable = (rows: readonly (readonly string[])[]): string =>
  rows
    .map(cells =>
      cells.map(cell => (MARKS.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'),
    )
    .join('\n');

/** The same, but for one cell alone: that is just its text. */
export function toTsv(rows: readonly (readonly string[])[]): string {
  const [[only = ''] = []] = rows;
  return rows.length === 1 && rows[0]!.length === 1 ? only : asTable(rows);
}

/**
 * Reads what a spreadsheet put on the clipboard. The line break at the end that most write begins
 * no row.
 */
export function fromTsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  const whole = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  let at = 0;
  while (at <= whole.length) {
    const [cell, end] = cellAt(whole, at);
    rows.at(-1)!.push(cell);
    if (whole[end] === '\n') rows.push([]);
    at = end + 1;
  }
  return rows;
}

/**
 * The cell that begins at a place, and the place behind it. A quote that is not closed is just a
 * sign.
 */
function cellAt(text: string, at: number): readonly [string, number] {
  const quoted = text[at] === '"' ? /^"((?:[^"]|"")*)"(?=\t|\n|$)/.exec(text.slice(at)) : null;
  if (quoted) return [quoted[1]!.replaceAll('""', '"'), at + quoted[0].length];
  const end = text.slice(at).search(/[\t\n]/);
  return end < 0 ? [text.slice(at), text.length] : [text.slice(at, at + end), at + end];
}
