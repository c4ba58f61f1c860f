import type { RowFiles, WorkbookWriter } from '@hzm/services/core/ports/row-files';
import { XlsxWriter } from './xlsx-writer.ts';

export class LocalRowFiles implements RowFiles {
  workbook(
    sheet: string,
    header: readonly string[],
    isRisky: (text: string) => boolean,
  ): WorkbookWriter {
    return new XlsxWriter(sheet, header, isRisky);
  }
}
