/** A cell of a spreadsheet. */
export type SheetCell = string | number | boolean | null;

/** An XLSX file in the making; each step returns the bytes that are ready. */
export interface WorkbookWriter {
  add(rows: readonly (readonly SheetCell[])[]): Uint8Array;
  end(): Uint8Array;
}

/** Reads and writes files of rows. */
export interface RowFiles {
  /**
   * @param sheet the name of the first sheet
   * @param header the first row of each sheet
   * @param isRisky whether a text would run as a formula once it is typed again
   */
  workbook(
    sheet: string,
    header: readonly string[],
    isRisky: (text: string) => boolean,
  ): WorkbookWriter;
}
