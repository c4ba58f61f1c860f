import { unfitNumberIn } from '@hzm/contracts/core/exact';
import type { Json } from '@hzm/contracts/core/json';
import { BrokenFile } from '@hzm/services/core/ports/row-files';

/** Maximum characters of a row, and nesting of its values. */
const MAX_ROW = 4_194_304;
const MAX_DEPTH = 64;
const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];
/** Rows that are handed on together, fewer if they have more characters than a row may have. */
const TOGETHER = 500;

export type JsonRow = Readonly<Record<string, Json>>;

/** Fast path: most rows contain neither the name nor an escape that could spell it. */
const MAY_NAME_PROTOTYPE = /__proto__|\\u005f/i;

/** Whether a value has a member that could alter a prototype. */
const namesPrototype = (value: Json | undefined): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Object.hasOwn(value, '__proto__') || Object.values(value).some(namesPrototype));

function rowOf(text: string): JsonRow {
  let row: JsonRow;
  try {
    row = JSON.parse(text) as JsonRow;
  } catch {
    throw new BrokenFile('json-syntax');
  }
  if (MAY_NAME_PROTOTYPE.test(text) && namesPrototype(row)) throw new BrokenFile('json-value');
  // Behind the parser: the search is linear only in valid JSON, where every text ends.
  if (unfitNumberIn(text) !== undefined) throw new BrokenFile('json-value');
  return row;
}

/** Cuts the objects out of a list or of lines; nothing but one row is in memory. */
class RowCutter {
  #row = '';
  #depth = 0;
  #isText = false;
  #isEscaped = false;

  /** Returns the rows that are whole. @throws BrokenFile */
  feed(chunk: string): JsonRow[] {
    const rows: JsonRow[] = [];
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at);
      if (this.#isText) {
        this.#text(code);
        continue;
      }
      if (code === QUOTE) this.#isText = this.#depth > 0;
      else if (code === OPEN || (code === OPEN_LIST && this.#depth > 0)) {
        if (this.#depth++ === 0) from = at;
        if (this.#depth > MAX_DEPTH) throw new BrokenFile('json-depth');
      } else if ((code === CLOSE || code === CLOSE_LIST) && this.#depth > 0) {
        if (--this.#depth > 0) continue;
        rows.push(rowOf(this.#row + chunk.slice(from, at + 1)));
        this.#row = '';
      }
    }
    if (this.#depth > 0) this.#row += chunk.slice(from);
    if (this.#row.length > MAX_ROW) throw new BrokenFile('row-too-large');
    return rows;
  }

  /** @throws BrokenFile if the text ends within a row */
  end(): void {
    if (this.#depth > 0) throw new BrokenFile('json-end');
  }

  #text(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === BACKSLASH) this.#isEscaped = true;
    else if (code === QUOTE) this.#isText = false;
  }
}

/** Reads the rows of JSON or NDJSON, some at a time. @throws BrokenFile */
export async function* jsonRows(text: AsyncIterable<string>): AsyncGenerator<JsonRow[]> {
  const cutter = new RowCutter();
  const rows: JsonRow[] = [];
  let characters = 0;
  for await (const chunk of text) {
    let found: JsonRow[];
    try {
      found = cutter.feed(chunk);
    } catch (error) {
      if (rows.length > 0) yield rows;
      throw error;
    }
    rows.push(...found);
    characters += chunk.length;
    while (rows.length >= TOGETHER) yield rows.splice(0, TOGETHER);
    if (rows.length === 0 || characters < MAX_ROW) continue;
    yield rows.splice(0);
    characters = 0;
  }
  if (rows.length > 0) yield rows;
  cutter.end();
}
