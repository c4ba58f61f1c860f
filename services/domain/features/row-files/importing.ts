import { START } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { DEFAULT_TIME_ZONE } from '@hzm/contracts/features/projects/time-zone';
import type { RowImportOutcome } from '@hzm/contracts/features/row-files/row-import';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { placeId } from '@hzm/services/core/commands/place-id';
import type { Request } from '@hzm/services/core/commands/request';
import { inOrder } from '@hzm/services/core/concurrency/in-order';
import { nextTurn } from '@hzm/services/core/concurrency/next-turn';
import { retry } from '@hzm/services/core/concurrency/retry';
import type { Engine } from '@hzm/services/core/engine';
import { weigh } from '@hzm/services/core/ports/byte-budget';
import { claimant, MEMORY_PER_WEIGHT } from '@hzm/services/core/ports/memory';
import { BrokenFile, type SealedFile } from '@hzm/services/core/ports/row-files';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { mayStill } from '../../access/may-still.ts';
import { peopled } from '../../access/people-as-options.ts';
import { fieldsOf } from '../../access/table.ts';
import { addMissing, missingRows, type NewRow } from '../rows/add-missing.ts';
import { numberFields } from '../rows/numbering.ts';
import { advance, importStream, rowImport, type Started } from './import.ts';
import { BATCH_ROWS, countReasons, TOO_LONG, type RowBatch, type RowsAsk } from './jobs.ts';

/**
 * Interval of recording progress in milliseconds, and the rows after which it is recorded sooner.
 */
const TOLD_MS = 1_000;
const TOLD_ROWS = 20 * BATCH_ROWS;
/** Maximum interval of asking for the right, in milliseconds. */
const ASKED_MS = 250;

/**
 * Batches that are written at once: while one waits for the views, the next is sealed. More would
 * keep the writes of others waiting.
 */
const AT_ONCE = 2;
/**
 * Maximum rows of the file that may have been added after the recorded progress, by a process that
 * died before it recorded them.
 */
export const ROWS_AHEAD = TOLD_ROWS + (AT_ONCE + 1) * BATCH_ROWS;

/** The id of the row that an import makes of a row of its file. */
export const rowIdAt = (importId: string, place: number): string => placeId(importId, 'row', place);

/** Thrown when the table has changed since its fields were read. */
class TableChanged extends Error {}

/** A run of an import, resuming where the last one ended. */
export class Importing {
  readonly #engine: Engine;
  readonly #import: Started;
  readonly #file: SealedFile;
  readonly #signal: AbortSignal;
  readonly #request: Request;
  #progress: Pick<Started, 'read' | 'added' | 'refused' | 'reasons'>;
  #toldAt = performance.now();
  #toldRead: number;
  /** Position of the last change of the table when rows were judged by its fields. */
  #judgedAt = START;
  #askedAt = -Infinity;
  /**
   * Batches in a row of which nothing was there. Behind as many as an earlier run wrote at once,
   * nothing of it is there.
   */
  #absentBatches = 0;

  constructor(engine: Engine, started: Started, file: SealedFile, signal: AbortSignal) {
    const { by, importId, read, added, refused, reasons } = started;
    this.#engine = engine;
    this.#import = started;
    this.#file = file;
    this.#signal = signal;
    this.#request = { actor: by, id: importId, repeatable: false, digest: '' };
    this.#progress = { read, added, refused, reasons };
    this.#toldRead = read;
  }

  /**
   * @returns how it ended; undefined if it must stop and go on later
   * @throws errors that prevent continuing
   */
  async run(): Promise<RowImportOutcome | undefined> {
    try {
      const outcome = await this.#through();
      return this.#signal.aborted ? undefined : outcome;
    } finally {
      // Undoing reads what was written, also by a run that was stopped or failed.
      await this.#tell(true).catch(() => undefined);
    }
  }

  /** Validates the rest of the file again whenever the table has changed. */
  async #through(): Promise<RowImportOutcome> {
    for (;;) {
      if (!(await this.#may())) return 'forbidden';
      const ask = await this.#ask();
      if (!ask) return 'gone';
      try {
        return await this.#addAll(ask);
      } catch (error) {
        if (!(error instanceof TableChanged)) return outcomeOf(error);
        this.#absentBatches = 0;
      }
    }
  }

  /** @throws TableChanged, errors of writing */
  async #addAll(ask: RowsAsk): Promise<RowImportOutcome> {
    const batches = this.#engine.rowFiles.run('rows', this.#file, ask, this.#signal);
    // Rows of one batch are numbered after those of the batch before.
    const together = numberFields(ask.fields).length > 0 ? 1 : AT_ONCE;
    const isAllowed = await inOrder(batches as AsyncIterable<RowBatch>, together, {
      may: () => this.#may(),
      work: batch => this.#write(batch),
      count: async (batch, notTaken) => {
        this.#count(batch, notTaken);
        await this.#tell();
        await nextTurn();
      },
    });
    return isAllowed ? 'done' : 'forbidden';
  }

  /** Returns the work of the thread; undefined if the table or its fields are gone. */
  async #ask(): Promise<RowsAsk | undefined> {
    const { model, now } = this.#engine;
    const { tableId, projectId, source, columns, by } = this.#import;
    const [table, project] = [
      await model.get(tableDocs, tableId),
      await model.get(projectDocs, projectId),
    ];
    if (!table || !project) return undefined;
    this.#judgedAt = table.position;
    const isNamed = await mayStill(this.#engine, by, 'people:read', projectId);
    const fields = await peopled(this.#engine, projectId, fieldsOf(table), isNamed);
    const known = new Set(fields.map(({ id }) => id));
    const kept = columns.filter(({ field }) => known.has(field ?? ''));
    return kept.length === 0
      ? undefined
      : {
          source,
          columns,
          fields,
          timeZone: project.settings.timeZone ?? DEFAULT_TIME_ZONE,
          now: now().toISOString(),
          language: 'en',
          from: this.#progress.read,
        };
  }

  async #may(): Promise<boolean> {
    if (performance.now() - this.#askedAt < ASKED_MS) return true;
    this.#askedAt = performance.now();
    const { by, projectId } = this.#import;
    return retry(this.#signal, () => mayStill(this.#engine, by, 'rows:write', projectId));
  }

  /** @returns the number of rows that were too large for the log */
  async #write({ rows }: RowBatch): Promise<number> {
    const { by: actor, projectId, tableId, importId, payer } = this.#import;
    const given = rows.map(({ place, cells }): NewRow => ({
      id: rowIdAt(importId, place),
      values: cells,
    }));
    const write = async (tries: number): Promise<readonly NewRow[]> => {
      claimant()?.claim(MEMORY_PER_WEIGHT * weigh(given));
      const missing = await this.#missing(given, tries);
      const table = await this.#engine.model.get(tableDocs, tableId);
      if (!table) throw new Problem('NOT_FOUND');
      if (table.position !== this.#judgedAt) throw new TableChanged();
      return addMissing(this.#engine, { actor, projectId, tableId }, missing, true);
    };
    const tooLarge = await retry(this.#signal, tries =>
      this.#engine.documents.part(payer, this.#signal, () => write(tries)),
    );
    return tooLarge.length;
  }

  #count({ rows, read, refused, refusedRows }: RowBatch, notTaken: number): void {
    const tooLarge = Array.from({ length: notTaken }, () => ({
      field: '',
      value: '',
      message: { key: 'row-too-large-for-batch' },
    }));
    const { added, refused: before, reasons } = this.#progress;
    this.#progress = {
      read,
      added: added + rows.length - notTaken,
      refused: before + refusedRows + notTaken,
      reasons: countReasons(reasons, [...refused, ...tooLarge]),
    };
  }

  /**
   * Returns the rows that were not added before, by an earlier run or an attempt without answer.
   */
  async #missing(rows: readonly NewRow[], tries: number): Promise<readonly NewRow[]> {
    if (rows.length === 0 || (this.#absentBatches > AT_ONCE && tries === 1)) return rows;
    await waitForHead(this.#engine);
    const ids = rows.map(({ id }) => id);
    const absent = await missingRows(this.#engine, this.#import.tableId, ids);
    const missing = rows.filter(({ id }) => absent.get(id)?.wasThere === false);
    if (tries === 1)
      this.#absentBatches = missing.length === rows.length ? this.#absentBatches + 1 : 0;
    return missing;
  }

  async #tell(isLast = false): Promise<void> {
    const isDue =
      performance.now() - this.#toldAt >= TOLD_MS ||
      this.#progress.read - this.#toldRead >= TOLD_ROWS;
    if (!isLast && !isDue) return;
    this.#toldAt = performance.now();
    this.#toldRead = this.#progress.read;
    await retry(this.#signal, () =>
      this.#engine.executor.execute(this.#request, {
        stream: importStream(this.#import.importId),
        decider: rowImport,
        decide: advance(this.#progress),
      }),
    );
  }
}

/** Returns the outcome of an import that an error ends. @throws other errors */
function outcomeOf(error: unknown): RowImportOutcome {
  if (error instanceof BrokenFile) return error.message === TOO_LONG ? 'too-long' : 'broken';
  if (error instanceof Problem && error.code === 'PLAN_LIMIT') return 'full';
  if (error instanceof Problem && error.code === 'NOT_FOUND') return 'gone';
  throw error;
}
