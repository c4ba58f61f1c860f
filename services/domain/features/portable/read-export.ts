import type { Json } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import {
  BrokenJson,
  JsonCutter,
  type JsonPath,
  type Piece,
  type Taking,
} from '@hzm/services/core/json/json-cutter';
import {
  inspect,
  MAX_DEPTH,
  MAX_DIFFERENT_NAMES,
  MAX_PARTS,
  namesAtMost,
  valueOfJson,
} from '@hzm/services/core/json/json-inspect';
import { MIB } from '@hzm/services/core/ports/byte-budget';
import { slice } from '@hzm/services/core/ports/slices';
import { fileParts } from '../projects/parts.ts';

/**
 * Maximum JSON of a row or field; larger ones are skipped. JSON with escapes may be several times
 * its values' size.
 */
const MAX_PIECE_BYTES = 4 * MIB;
/** Maximum names and values of a row: as many as a row of 1 MiB can have. */
const MAX_ROW_PARTS = 700_000;
/** Maximum memory of a project without its rows. */
const MAX_PROJECT_BYTES = 32 * MIB;

export const invalidExport = (): Problem =>
  new Problem('VALIDATION_ERROR', { text: 'backup-invalid' });

/**
 * A parsed part of the file; `large` and `deep` ones were not parsed, because of their size or count
 * of names and values, or of nesting or `__proto__`.
 */
export type Given = { readonly value: Json } | 'large' | 'deep';

export interface GivenTable {
  readonly id: Given | undefined;
  readonly name: Given | undefined;
  readonly fields: readonly Given[];
  readonly isObject: boolean;
  readonly rows: number;
  /** The number of files that its rows had, which are not in the file. */
  readonly filesLeftOut?: Given | undefined;
}

/** A project of the file without its rows. `from` and `to` are its bytes in the file. */
export interface GivenProject {
  readonly kind: 'project';
  readonly place: number;
  readonly from: number;
  readonly to: number;
  readonly isObject: boolean;
  /** Whether it was too large, so that only a part is present. */
  readonly isLarge: boolean;
  readonly members: ReadonlyMap<string, Given>;
  readonly tables: readonly GivenTable[];
  /** The entries of the lists beside the tables, by the list's name. */
  readonly lists: ReadonlyMap<string, readonly Given[]>;
}

/** A row, yielded before its project. `place` is its index in its table. */
export interface GivenRow {
  readonly kind: 'row';
  readonly project: number;
  readonly table: number;
  readonly place: number;
  /**
   * Parses the row on demand.
   * @throws Problem VALIDATION_ERROR if it is no JSON
   */
  readonly read: () => Given;
}

const MEMBERS: ReadonlySet<JsonPath[number] | undefined> = new Set([
  'name',
  'description',
  'settings',
]);
/** The lists beside the tables. */
const LISTED: ReadonlySet<JsonPath[number] | undefined> = new Set(
  fileParts.map(({ kind }) => `${kind}s`),
);
const TABLE_MEMBERS: ReadonlySet<JsonPath[number] | undefined> = new Set(['id', 'filesLeftOut']);
const TABLE_NAMES: ReadonlySet<JsonPath[number] | undefined> = new Set(['name', 'tableName']);
const OF_TABLE: ReadonlySet<JsonPath[number] | undefined> = new Set(['fields', 'rows']);

/**
 * Selects the parts to read: the entries of a project's lists, `projects[].tables[].{fields,rows}[]`
 * and the names on the way.
 */
function takingOf(path: JsonPath, opens: '{' | '[' | undefined): Taking {
  const [root, , member, , ofTable] = path;
  const enters = (bracket: typeof opens, otherwise: Taking): Taking =>
    opens === bracket ? 'enter' : otherwise;
  switch (path.length) {
    case 0:
      return enters('{', 'keep');
    case 1:
      return root === 'projects' ? enters('[', 'keep') : 'skip';
    case 2:
      return enters('{', 'keep');
    case 3:
      return member === 'tables' || LISTED.has(member)
        ? enters('[', 'keep')
        : MEMBERS.has(member)
          ? 'keep'
          : 'skip';
    case 4:
      return member === 'tables' ? enters('{', 'keep') : 'keep';
    case 5:
      return OF_TABLE.has(ofTable)
        ? enters('[', 'keep')
        : TABLE_MEMBERS.has(ofTable) || TABLE_NAMES.has(ofTable)
          ? 'keep'
          : 'skip';
    default:
      return 'keep';
  }
}

/**
 * Parses a part within the bounds of a body, because parsing takes one turn.
 * @throws Problem VALIDATION_ERROR if it is no JSON
 */
function givenIn(json: Buffer | undefined, isRow = false): Given {
  if (json === undefined) return 'large';
  const { depth, namesPrototype, parts } = inspect(json);
  if (parts > (isRow ? MAX_ROW_PARTS : MAX_PARTS)) return 'large';
  if (parts > MAX_PARTS && !namesAtMost(json, MAX_DIFFERENT_NAMES)) return 'large';
  if (depth > MAX_DEPTH || namesPrototype) return 'deep';
  const value = valueOfJson(json);
  if (value === undefined) throw invalidExport();
  return { value: value as Json };
}

interface Table {
  id: Given | undefined;
  name: Given | undefined;
  readonly fields: Given[];
  isObject: boolean;
  rows: number;
  filesLeftOut: Given | undefined;
}
const newTable = (): Table => ({
  id: undefined,
  name: undefined,
  fields: [],
  isObject: true,
  rows: 0,
  filesLeftOut: undefined,
});

/** Assembles pieces into projects and rows. */
class Gatherer {
  #members = new Map<string, Given>();
  #tables: Table[] = [];
  #lists = new Map<string, Given[]>();
  #bytes = 0;
  /** Whether the file has a list of projects. */
  hasProjects = false;

  *take({ kind, path, json, from, to }: Piece): Generator<GivenProject | GivenRow> {
    const [root, project, member, table, ofTable, place] = path as readonly [
      string?,
      number?,
      string?,
      number?,
      string?,
      number?,
    ];
    if (path.length <= 1) {
      // A plain value in place of the file or its list.
      if (kind === 'kept') throw invalidExport();
      if (root === 'projects') this.hasProjects = true;
      return;
    }
    if (path.length === 2) {
      yield {
        kind: 'project',
        place: project!,
        from,
        to,
        isObject: kind === 'left',
        isLarge: this.#bytes > MAX_PROJECT_BYTES,
        members: this.#members,
        tables: this.#tables,
        lists: this.#lists,
      };
      this.#members = new Map();
      this.#tables = [];
      this.#lists = new Map();
      this.#bytes = 0;
    } else if (kind === 'kept') {
      if (path.length === 6 && ofTable === 'rows') {
        this.#tableAt(table!).rows++;
        yield {
          kind: 'row',
          project: project!,
          table: table!,
          place: place!,
          read: () => givenIn(json, true),
        };
        return;
      }
      this.#bytes += to - from + PART_BYTES;
      const given = this.#bytes > MAX_PROJECT_BYTES ? 'large' : givenIn(json);
      if (this.#bytes > MAX_PROJECT_BYTES) return;
      if (path.length === 3) this.#members.set(member!, given);
      else if (LISTED.has(member)) this.#listed(member!).push(given);
      else if (path.length === 4) this.#tableAt(table!).isObject = false;
      else if (ofTable === 'id' || ofTable === 'filesLeftOut')
        this.#tableAt(table!)[ofTable] = given;
      else if (path.length === 5)
        this.#tableAt(table!).name = TABLE_NAMES.has(ofTable) ? given : this.#tableAt(table!).name;
      else this.#tableAt(table!).fields.push(given);
    } else if (path.length === 4) this.#tableAt(table!);
  }

  #listed(name: string): Given[] {
    const list = this.#lists.get(name) ?? [];
    this.#lists.set(name, list);
    return list;
  }

  #tableAt(place: number): Table {
    while (this.#tables.length <= place) {
      this.#tables.push(newTable());
      this.#bytes += PART_BYTES;
    }
    return this.#tables[place]!;
  }
}

/** Approximate memory of an empty table, field or endpoint. */
const PART_BYTES = 128;

/** Bytes cut in one step: dense JSON takes up to a microsecond a byte. */
const BYTES_AT_ONCE = 4_096;

/**
 * Reads an export file in chunks: a project's rows first, then the project. Holds one chunk and one
 * project without its rows.
 * @throws Problem VALIDATION_ERROR if it is no export
 */
export class ExportFileReader {
  readonly #cutter = new JsonCutter(takingOf, MAX_PIECE_BYTES);
  readonly #gatherer = new Gatherer();

  /**
   * Yields everything that ends in this chunk, in slices, because a chunk may hold twenty thousand
   * projects.
   */
  async *feed(chunk: Uint8Array): AsyncGenerator<GivenProject | GivenRow> {
    try {
      for (let at = 0; at < chunk.length; at += BYTES_AT_ONCE) {
        await slice();
        for (const piece of this.#cutter.feed(chunk.subarray(at, at + BYTES_AT_ONCE))) {
          const pause = slice();
          if (pause) await pause;
          yield* this.#gatherer.take(piece);
        }
      }
    } catch (error) {
      throw error instanceof BrokenJson ? invalidExport() : error;
    }
  }

  end(): void {
    try {
      this.#cutter.end();
    } catch {
      throw invalidExport();
    }
    if (!this.#gatherer.hasProjects) throw invalidExport();
  }
}

const [BEFORE, BEHIND] = [Buffer.from('{"projects":['), Buffer.from(']}')];

/**
 * Reads one project by its bytes in the file, with its rows, and yields to other requests in
 * between.
 */
export async function* readProject(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<GivenProject | GivenRow> {
  const reader = new ExportFileReader();
  yield* reader.feed(BEFORE);
  for await (const chunk of chunks) yield* reader.feed(chunk);
  yield* reader.feed(BEHIND);
  reader.end();
}
