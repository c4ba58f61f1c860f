import { Readable } from 'node:stream';
import { delimiters, type Delimiter } from '@hzm/contracts/features/row-files/row-file';
import { MAX_IMPORT_COLUMNS } from '@hzm/contracts/features/row-files/row-import';
import { BrokenFile } from '@hzm/services/core/ports/row-files';
import { CsvError, parse, type Parser } from 'csv-parse';

/** Maximum characters of a record, and of a line: its commas count as well. */
const MAX_RECORD = 4_194_304;
/** Records that are handed on together, fewer if they have more bytes than a record may have. */
const TOGETHER = 500;

/** Passes a text through while its lines have an end. */
async function* withLines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let length = 0;
  for await (const chunk of text) {
    const first = chunk.search(/[\r\n]/);
    length += first < 0 ? chunk.length : first;
    if (length > MAX_RECORD) throw new BrokenFile('line-too-long');
    if (first >= 0)
      length = chunk.length - Math.max(chunk.lastIndexOf('\n'), chunk.lastIndexOf('\r'));
    yield chunk;
  }
}

const parser = (delimiter: Delimiter): Parser =>
  parse({
    delimiter: delimiters[delimiter],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD,
    on_record: (record: string[]) =>
      record.length > MAX_IMPORT_COLUMNS ? record.slice(0, MAX_IMPORT_COLUMNS) : record,
  });

/** Reads the records of CSV, some at a time. @throws BrokenFile */
export async function* csvRecords(
  text: AsyncIterable<string>,
  delimiter: Delimiter,
): AsyncGenerator<string[][]> {
  const source = Readable.from(withLines(text));
  const reading = parser(delimiter);
  source.on('error', error => reading.destroy(error)).pipe(reading);
  let records: string[][] = [];
  let from = 0;
  try {
    for await (const record of reading) {
      records.push(record as string[]);
      const { bytes } = reading.info;
      if (records.length < TOGETHER && bytes - from < MAX_RECORD) continue;
      yield records;
      records = [];
      from = bytes;
    }
    if (records.length > 0) yield records;
  } catch (error) {
    if (records.length > 0) yield records;
    throw error instanceof CsvError ? new BrokenFile(error.code) : error;
  } finally {
    source.destroy();
    reading.destroy();
  }
}

/** Lines that tell the delimiter. */
const LINES = 10;

/** Counts each delimiter outside of quotes, line by line. */
function countsIn(text: string): ReadonlyMap<string, number[]> {
  const counts = new Map<string, number[]>(Object.values(delimiters).map(sign => [sign, [0]]));
  let [isQuoted, lines] = [false, 1];
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '\n') {
      if (lines++ === LINES) break;
      for (const perLine of counts.values()) perLine.push(0);
    } else {
      const perLine = counts.get(character);
      if (perLine) perLine[lines - 1]!++;
    }
  }
  return counts;
}

/** The weight of what all lines have against what one line has. */
const EVERY_LINE = 1_000;

/** Guesses the delimiter: the one of which every line has the most. */
export function delimiterOf(head: string): Delimiter {
  const counts = countsIn(head);
  const scores = (Object.entries(delimiters) as [Delimiter, string][]).map(([name, sign]) => {
    const perLine = counts.get(sign)!;
    // The last line may be cut.
    const whole = perLine.length > 1 ? perLine.slice(0, -1) : perLine;
    return { name, score: Math.min(...whole) * EVERY_LINE + Math.max(...whole) };
  });
  const best = scores.reduce((a, b) => (b.score > a.score ? b : a));
  return best.score > 0 ? best.name : 'comma';
}
