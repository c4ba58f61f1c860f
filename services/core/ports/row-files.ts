import type { Json } from '@hzm/contracts/core/json';
import type { UploadStore } from './upload-store.ts';

/** A cell of a spreadsheet. */
export type SheetCell = string | number | boolean | null;

/** An XLSX file in the making; each step returns the bytes that are ready. */
export interface WorkbookWriter {
  add(rows: readonly (readonly SheetCell[])[]): Uint8Array;
  end(): Uint8Array;
}

/** An uploaded file, encrypted under a key of its own. */
export interface SealedFile {
  readonly id: string;
  readonly key: Uint8Array;
  readonly size: number;
}

/** A file whose way of being read (`Source`) was detected. */
export interface DetectedFile<Source> {
  readonly source: Source;
  /** The names of the sheets of a workbook. */
  readonly sheets: readonly string[];
  /** The names of the columns: of the header, or `A`, `B`… */
  readonly names: readonly string[];
}

/** A file that is broken from some place on: a quote without its end, an archive that is none. */
export class BrokenFile extends Error {}

/** Reads the records of an opened file. */
export interface RecordReader<Source> {
  /** @throws BrokenFile */
  detect(given: Partial<Source>): Promise<DetectedFile<Source>>;
  /**
   * Reads the records behind the header, some at a time, each with a value per column.
   * @param names the columns of JSON, whose records have names
   * @throws BrokenFile
   */
  records(source: Source, names: readonly string[]): AsyncIterable<readonly Json[][]>;
}

/** Reads and writes files of rows. */
export interface RowFiles {
  readonly uploads: UploadStore;
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
  /**
   * Runs a job over a file in a thread of its own and yields its answers, one ahead of the reader.
   * The thread ends with the job.
   * @throws BrokenFile
   */
  run(job: string, file: SealedFile, ask: unknown, signal: AbortSignal): AsyncGenerator<unknown>;
  /** Ends all threads. */
  close(): Promise<void>;
}
