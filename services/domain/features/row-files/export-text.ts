import { textOfValue } from '@hzm/contracts/core/conversion';
import type { Json } from '@hzm/contracts/core/json';
import { withEscape } from '@hzm/contracts/features/row-files/formula';
import type { SheetCell } from '@hzm/services/core/ports/row-files';

const LINE = '\r\n';

const quoted = (text: string, delimiter: string): string =>
  text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;

/** Writes a value as a cell of CSV; numbers are no formulas, whatever they begin with. */
const csvCell = (value: Json, delimiter: string): string =>
  value === null
    ? ''
    : typeof value === 'number'
      ? String(value)
      : quoted(withEscape(textOfValue(value)), delimiter);

/** Writes a row of CSV (RFC 4180). A single empty cell is quoted, because empty lines are no rows. */
export const csvLine = (values: readonly Json[], delimiter: string): string =>
  `${values.map(value => csvCell(value, delimiter)).join(delimiter) || '""'}${LINE}`;

/** Returns a value as a cell of a spreadsheet. */
export const sheetCell = (value: Json): SheetCell =>
  value === null || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : textOfValue(value);
