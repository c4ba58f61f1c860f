import type { JsonObject } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import type { Counts } from '@hzm/contracts/features/portable/portable';
import { noNotes } from '@hzm/contracts/features/portable/portable';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { placeId } from '@hzm/services/core/commands/place-id';
import type { Request } from '@hzm/services/core/commands/request';
import { rest } from '@hzm/services/core/concurrency/next-turn';
import { retry } from '@hzm/services/core/concurrency/retry';
import type { Engine } from '@hzm/services/core/engine';
import { jsonBytes } from '@hzm/services/core/ports/byte-budget';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { addMissing, missingRows, type NewRow } from '../rows/add-missing.ts';
import { PatternWork } from '../tables/pattern.ts';
import { clockIn, type ValueClock } from '../tables/value-clock.ts';
import { importedRow, rowIn } from './import-row.ts';
import { advanceImport, imports, importStream, type ImportState } from './import.ts';
import { makeProject, type MadeProject, type MadeTable } from './make-project.ts';
import { Notes, type Report } from './notes.ts';
import { countEntries, planProject } from './plan-project.ts';
import { readProject, type GivenRow } from './read-export.ts';
import type { ProjectRange } from './scan.ts';

/** Maximum rows and bytes of a batch. */
const BATCH_ROWS = 500;
const BATCH_BYTES = 524_288;
/**
 * Maximum pause after a batch in milliseconds; it otherwise equals the batch's duration, so that
 * other requests go first.
 */
const MAX_REST_MS = 500;
/** Interval of recording progress, in milliseconds. */
const TOLD_MS = 1_000;

export interface OfImport {
  readonly importId: string;
  readonly accountId: string;
}

/** Reads bytes of the file. */
export type ReadFile = (from?: number, to?: number) => AsyncIterable<Uint8Array>;

interface Batch {
  readonly table: MadeTable;
  readonly rows: Map<string, { readonly row: NewRow; readonly place: string }>;
  bytes: number;
}

/**
 * A run of an import, resuming where the last one ended. Idempotent, because ids derive from the
 * import and the place in the file.
 */
export class Importing {
  readonly #engine: Engine;
  readonly #of: OfImport;
  readonly #read: ReadFile;
  readonly #signal: AbortSignal;
  readonly #request: Request;
  readonly #report: Report;
  readonly #from: { readonly project: number; readonly row: number };
  #added: Counts;
  #toldAt = performance.now();
  /** Whether this run has met only existing data, which the previous run added. */
  #isAgain = true;

  constructor(
    engine: Engine,
    of: OfImport,
    read: ReadFile,
    signal: AbortSignal,
    state: Exclude<ImportState, { kind: 'none' }>,
  ) {
    this.#engine = engine;
    this.#of = of;
    this.#read = read;
    this.#signal = signal;
    // The streams decide what is left, so that any process can resume.
    this.#request = { actor: of.accountId, id: of.importId, repeatable: false, digest: '', signal };
    this.#report = { refused: new Notes(state.refused), changed: new Notes(state.changed) };
    this.#from = { project: state.project, row: state.row };
    this.#added = state.added;
  }

  /**
   * @returns whether it is complete; false if it must stop
   * @throws errors that prevent continuing
   */
  async run(ranges: readonly ProjectRange[]): Promise<boolean> {
    for (let place = this.#from.project; place < ranges.length; place++) {
      if (!(await this.#mayGoOn())) return false;
      try {
        if (!(await this.#project(place, ranges[place]!))) return false;
      } catch (error) {
        if (
          !(error instanceof Problem) ||
          (error.code !== 'NOT_FOUND' && error.code !== 'PLAN_LIMIT')
        )
          throw error;
        // Somebody deleted the project while it was filled, or it is full.
        this.#report.refused.add(
          `projects[${place}]`,
          '',
          error.code === 'NOT_FOUND' ? 'project-gone' : 'project-full',
        );
      }
      await this.#tell(place + 1, 0);
    }
    await this.#tell(ranges.length, 0, true);
    return true;
  }

  /**
   * Creates a project, then its rows.
   * @returns false if it must stop
   */
  async #project(place: number, range: ProjectRange): Promise<boolean> {
    const done = place === this.#from.project ? this.#from.row : 0;
    const silent: Report = { refused: new Notes(noNotes), changed: new Notes(noNotes) };
    let made: MadeProject | undefined;
    let counts = countEntries([]);
    for await (const given of readProject(this.#read(range.from, range.to))) {
      if (given.kind === 'row') continue;
      const planned = await planProject({ ...given, place }, silent);
      made =
        planned &&
        (await retry(this.#signal, () =>
          makeProject(
            this.#engine,
            this.#request,
            placeId(this.#of.importId, 'project', place),
            planned,
          ),
        ));
      if (planned) counts = countEntries(planned.entries);
    }
    if (!made) return true;
    const { tables } = made;
    if (done === 0)
      this.#count({
        projects: 1,
        tables: tables.size,
        fields: tables.values().reduce((sum, { fields }) => sum + fields.length, 0),
        ...counts,
      });

    let [batch, count, work] = [undefined as Batch | undefined, 0, new PatternWork()];
    const clock = clockIn(made.settings.timeZone, this.#engine.now());
    for await (const given of readProject(this.#read(range.from, range.to))) {
      if (given.kind !== 'row' || ++count <= done) continue;
      const table = tables.get(given.table);
      const at = `projects[${place}].tables[${given.table}].rows[${given.place}]`;
      const value = table && rowIn(given.read(), at, silent);
      if (!table || !value) continue;
      if (
        batch &&
        (batch.table !== table || batch.rows.size >= BATCH_ROWS || batch.bytes >= BATCH_BYTES)
      ) {
        if (!(await this.#flush(batch))) return false;
        await this.#tell(place, count - 1);
        [batch, work] = [undefined, new PatternWork()];
      }
      batch ??= { table, rows: new Map(), bytes: 0 };
      this.#take(batch, given, at, value, clock, work);
    }
    return batch === undefined || this.#flush(batch);
  }

  #take(
    batch: Batch,
    { place, table }: GivenRow,
    at: string,
    value: JsonObject,
    clock: ValueClock,
    work: PatternWork,
  ): void {
    const row = importedRow(value, batch.table.fields, clock, this.#engine.now(), work);
    if (!row) return this.#report.refused.add(at, '', 'row-size');
    const id = row.id ?? placeId(batch.table.id, `row of ${table}`, place);
    if (batch.rows.has(id)) return this.#report.refused.add(at, '', 'row-twice');
    for (const { name, reason } of row.changed) this.#report.changed.add(at, name, reason);
    batch.rows.set(id, { row: { id, values: row.values, ...row.times }, place: at });
    batch.bytes += jsonBytes(row.values);
  }

  /** @returns false if it must stop */
  async #flush({ table, rows }: Batch): Promise<boolean> {
    if (!(await this.#mayGoOn())) return false;
    const begun = performance.now();
    const adding = { actor: this.#of.accountId, projectId: table.projectId, tableId: table.id };
    const { documents } = this.#engine;
    const write = async (tries: number): Promise<void> => {
      // Rows already written, also by an attempt whose answer was lost, are visible from here.
      await waitForHead(this.#engine);
      if (!(await this.#engine.model.get(tableDocs, table.id))) throw new Problem('NOT_FOUND');
      const absent = await missingRows(this.#engine, table.id, [...rows.keys()]);
      const isNew = ([id]: [string, unknown]): boolean => absent.get(id)?.wasThere === false;
      const unfit = new Set(
        (
          await addMissing(
            this.#engine,
            adding,
            [...rows].filter(isNew).map(([, { row }]) => row),
            true,
          )
        ).map(({ id }) => id),
      );
      let added = 0;
      for (const [id, { place }] of rows) {
        if (absent.has(id)) this.#isAgain = false;
        if (unfit.has(id)) this.#report.refused.add(place, '', 'row-size');
        else if (absent.has(id) || this.#isAgain || tries > 1) added++;
        else this.#report.refused.add(place, '', 'row-twice');
      }
      this.#count({ rows: added });
    };
    await retry(this.#signal, tries =>
      documents.part(this.#of.accountId, this.#signal, () => write(tries)),
    );
    await rest(Math.min(performance.now() - begun, MAX_REST_MS), this.#signal);
    return true;
  }

  #count(more: Partial<Counts>): void {
    const added = { ...this.#added };
    for (const [name, count] of Object.entries(more)) added[name as keyof Counts] += count;
    this.#added = added;
  }

  /** Whether the import was not ended and its creator is still an administrator. */
  async #mayGoOn(): Promise<boolean> {
    if (this.#signal.aborted) return false;
    const account = await retry(this.#signal, () =>
      this.#engine.model.get(accountDocs, this.#of.accountId),
    );
    return account?.isAdmin === true && account.isActive;
  }

  async #tell(project: number, row: number, isLast = false): Promise<void> {
    if (!isLast && performance.now() - this.#toldAt < TOLD_MS) return;
    this.#toldAt = performance.now();
    const data = {
      ...this.#of,
      project,
      row,
      added: this.#added,
      refused: this.#report.refused.list,
      changed: this.#report.changed.list,
    };
    await retry(this.#signal, () =>
      this.#engine.executor.execute(this.#request, {
        stream: importStream(this.#of.importId),
        decider: imports,
        decide: advanceImport(data),
      }),
    );
  }
}
