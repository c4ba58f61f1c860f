import type { Json } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import {
  BrokenJson,
  JsonCutter,
  type JsonPath,
  type Piece,
  type Taking,
} from '@hzm/services/core/json-cutter';
import { inspect, MAX_DEPTH, valueOfJson } from '@hzm/services/core/json-inspect';
import { MIB } from '@hzm/services/core/ports/byte-budget';
import { slice } from '@hzm/services/core/ports/slices';

/**
 * A row or field as the file has it; a larger one is not looked at. Its values are JSON in any
 * notation, so that it may be some times as large as what they say.
 */
const MAX_PIECE_BYTES = 4 * MIB;
/** What is held of a project without its rows. */
const MAX_PROJECT_BYTES = 32 * MIB;

export const invalidExport = (): Problem =>
  new Problem('VALIDATION_ERROR', { text: 'backup-invalid' });

/**
 * A part of the file: its value; `large`, `deep`: it was not looked at, because it is larger or
 * nests deeper than it may be, or names `__proto__`.
 */
export type Given = { readonly value: Json } | 'large' | 'deep';

export interface GivenTable {
  readonly id: Given | undefined;
  readonly name: Given | undefined;
  readonly fields: readonly Given[];
  readonly isObject: boolean;
  readonly rows: number;
}

/** A project as the file has it, without its rows. `from`, `to`: its bytes in the file. */
export interface GivenProject {
  readonly kind: 'project';
  readonly place: number;
  readonly from: number;
  readonly to: number;
  readonly isObject: boolean;
  /** It was larger than may be held: only a part of it is here. */
  readonly isLarge: boolean;
  readonly members: ReadonlyMap<string, Given>;
  readonly tables: readonly GivenTable[];
  readonly endpoints: readonly Given[];
}

/** A row, told before the project that it is in. `place`: in its table. */
export interface GivenRow {
  readonly kind: 'row';
  readonly project: number;
  readonly table: number;
  readonly place: number;
  /** Parses it: not all rows are needed. @throws Problem VALIDATION_ERROR if it is no JSON */
  readonly read: () => Given;
}

const MEMBERS: ReadonlySet<JsonPath[number] | undefined> = new Set([
  'name',
  'description',
  'settings',
]);
const PARTS: ReadonlySet<JsonPath[number] | undefined> = new Set(['tables', 'endpoints']);
const TABLE_NAMES: ReadonlySet<JsonPath[number] | undefined> = new Set(['name', 'tableName']);
const LISTS: ReadonlySet<JsonPath[number] | undefined> = new Set(['fields', 'rows']);

/**
 * What is looked at: `projects[].endpoints[]`, `projects[].tables[].{fields,rows}[]` and the names
 * on the way.
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
      return PARTS.has(member) ? enters('[', 'keep') : MEMBERS.has(member) ? 'keep' : 'skip';
    case 4:
      return member === 'tables' ? enters('{', 'keep') : 'keep';
    case 5:
      return LISTS.has(ofTable)
        ? enters('[', 'keep')
        : ofTable === 'id' || TABLE_NAMES.has(ofTable)
          ? 'keep'
          : 'skip';
    default:
      return 'keep';
  }
}

/** @throws Problem VALIDATION_ERROR if it is no JSON */
function givenIn(json: Buffer | undefined): Given {
  if (json === undefined) return 'large';
  const { depth, namesPrototype } = inspect(json);
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
}
const newTable = (): Table => ({
  id: undefined,
  name: undefined,
  fields: [],
  isObject: true,
  rows: 0,
});

/** Gathers pieces into projects and rows. */
class Gatherer {
  #members = new Map<string, Given>();
  #tables: Table[] = [];
  #endpoints: Given[] = [];
  #bytes = 0;
  /** There is a list of projects. */
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
      // What stands instead of the whole, or of the list.
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
        endpoints: this.#endpoints,
      };
      this.#members = new Map();
      this.#tables = [];
      this.#endpoints = [];
      this.#bytes = 0;
    } else if (kind === 'kept') {
      if (path.length === 6 && ofTable === 'rows') {
        this.#tableAt(table!).rows++;
        yield {
          kind: 'row',
          project: project!,
          table: table!,
          place: place!,
          read: () => givenIn(json),
        };
        return;
      }
      this.#bytes += to - from;
      const given = this.#bytes > MAX_PROJECT_BYTES ? 'large' : givenIn(json);
      if (this.#bytes > MAX_PROJECT_BYTES) return;
      if (path.length === 3) this.#members.set(member!, given);
      else if (member === 'endpoints') this.#endpoints.push(given);
      else if (path.length === 4) this.#tableAt(table!).isObject = false;
      else if (ofTable === 'id') this.#tableAt(table!).id = given;
      else if (path.length === 5)
        this.#tableAt(table!).name = TABLE_NAMES.has(ofTable) ? given : this.#tableAt(table!).name;
      else this.#tableAt(table!).fields.push(given);
    } else if (path.length === 4) this.#tableAt(table!);
  }

  #tableAt(place: number): Table {
    while (this.#tables.length <= place) {
      this.#tables.push(newTable());
      this.#bytes += TABLE_BYTES;
    }
    return this.#tables[place]!;
  }
}

/** About what a table without anything weighs. */
const TABLE_BYTES = 128;

/**
 * Reads an export file as it comes: the rows of a project first, then the project. Only a chunk and
 * one project without its rows are in memory. @throws Problem VALIDATION_ERROR if it is no export
 */
export class ExportFileReader {
  readonly #cutter = new JsonCutter(takingOf, MAX_PIECE_BYTES);
  readonly #gatherer = new Gatherer();

  /** Everything that ends in this chunk, in slices: a chunk may hold twenty thousand projects. */
  async *feed(chunk: Uint8Array): AsyncGenerator<GivenProject | GivenRow> {
    try {
      for (const piece of this.#cutter.feed(chunk)) {
        const pause = slice();
        if (pause) await pause;
        yield* this.#gatherer.take(piece);
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
 * One project by the bytes that it has in the file, and its rows. Others get their turn in between.
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
