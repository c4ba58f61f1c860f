import { memberOf } from '@hzm/contracts/core/json';
import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { numbersTaken, valuesNumbered } from '@hzm/contracts/features/tables/events';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import {
  numberingDocs,
  type Counter,
  type NumberingDoc,
} from '@hzm/projections/features/tables/numbers';
import type { Context } from '@hzm/services/core/engine';
import { letGo } from '@hzm/services/core/ports/memory';
import { slice } from '@hzm/services/core/ports/slices';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { pages } from '@hzm/services/core/read-model/pages';
import { projectDoc } from '../../access/project.ts';
import { hasRows } from './convert.ts';
import { counterCommand, nobody, type NumberSources } from './numbers.ts';

/**
 * Bounds the rows, and their bytes, of one event and of one batch of the projector, behind which the
 * writes of all accounts wait.
 */
const PAGE_ROWS = 125;
const PAGE_BYTES = 1_048_576;
/** Fields that the background looks up at once. */
const PAGE_FIELDS = 100;
/** Pages of rows that a project has in its turn. */
const PAGES_IN_TURN = 4;
/** Pages of rows that the request which adds a field numbers itself. */
const PAGES_AT_ONCE = 8;
/**
 * Time in milliseconds after which all processes number the rows that they add: longer than they
 * keep the table as it was, and than a request takes.
 */
const SETTLED_MS = 120_000;
/** Time in milliseconds after which a field or project that failed is tried again. */
const FAILED_MS = 30_000;
/** Failures that all fields of a project share: it is full, or in the bin. */
const OF_PROJECT: ReadonlySet<string> = new Set(['PLAN_LIMIT', 'NOT_FOUND']);

interface Run {
  /** The account for which the rows are read, whose turns that takes. */
  readonly by: string;
  /** The page to begin with, if not the first. */
  readonly cursor?: string | undefined;
  /** Called after each page; the background does the rest. */
  readonly goesOn: () => boolean;
  /** Whether all processes number the rows that they add, so that the last page ends it. */
  readonly isSettled: boolean;
}

/** The place at which numbering goes on. */
interface Reached {
  /** The next page. */
  readonly cursor: string | undefined;
  /** Whether the last page was numbered. */
  readonly isDone: boolean;
}

/** Reads a page of rows by age; returns the ids of those without a number. */
async function readPage(
  { model }: NumberSources,
  { id: fieldId, tableId }: NumberingDoc,
  { by, cursor }: Pick<Run, 'by' | 'cursor'>,
): Promise<{ readonly ids: readonly string[]; readonly next: string | undefined }> {
  await slice();
  const passed = letGo();
  const { docs, nextCursor } = await model.find({
    collection: rowDocs,
    partition: tableId,
    sort: { by: { path: 'created_at' } },
    limit: PAGE_ROWS,
    bytes: { most: PAGE_BYTES },
    by,
    ...(cursor !== undefined && { cursor }),
  });
  const ids = docs
    .filter(({ values }) => (memberOf(values, fieldId) ?? null) === null)
    .map(({ id }) => id);
  passed();
  return { ids, next: nextCursor };
}

/** Numbers rows with the numbers kept for older ones, then with the next ones. */
function given(
  { next, kept, pages: before }: Counter,
  ids: readonly string[],
): { readonly rows: { id: string; number: number }[]; readonly counter: Counter } {
  const old = kept ? Math.min(ids.length, kept.end - kept.next + 1) : 0;
  const rest = ids.length - old;
  const rows = ids.map((id, i) => ({
    id,
    number: i < old ? kept!.next + i : next + i - old,
  }));
  return {
    rows,
    counter: {
      next: next + rest,
      ...(kept && kept.next + old <= kept.end && { kept: { ...kept, next: kept.next + old } }),
      pages: before + 1,
    },
  };
}

/**
 * Numbers the rows of a page, unless somebody else numbered some since it was read: rows and views
 * would keep the first number, and the second would be lost.
 * @returns undefined if somebody else is faster, or the view of rows stands still
 */
async function numberPage(
  sources: NumberSources,
  numbering: NumberingDoc,
  run: Run,
): Promise<Reached | undefined> {
  const { id: fieldId, projectId, tableId, since: numbered } = numbering;
  const of = { projectId, tableId, fieldId };
  const { begun, ...command } = counterCommand(sources, of);
  const before = (await sources.executor.look(command)).state?.pages ?? 0;
  if (!hasRows(sources, await waitForHead(sources))) return undefined;
  const { ids, next } = await readPage(sources, numbering, run);
  const isDone = next === undefined;
  const isLast = isDone && run.isSettled;
  if (ids.length === 0 && !isLast) return { cursor: next, isDone };
  const { position } = await sources.executor.execute(nobody(), {
    ...command,
    decide: now => {
      const { rows, counter } = given(begun(now), ids);
      if (begun(now).pages !== before) return [];
      return [
        ...(rows.length > 0 ? [valuesNumbered({ ...of, counter, rows })] : []),
        ...(isLast ? [numbersTaken({ ...of, counter, numbered })] : []),
      ];
    },
  });
  return position === undefined ? undefined : { cursor: next, isDone };
}

/** Numbers the rows of a field page by page, oldest first. */
async function numberField(
  sources: NumberSources,
  numbering: NumberingDoc,
  run: Run,
): Promise<Reached> {
  let reached: Reached = { cursor: run.cursor, isDone: false };
  do {
    const now = await sources.model.get(numberingDocs, numbering.id);
    const page =
      now?.since === numbering.since
        ? await numberPage(sources, numbering, { ...run, cursor: reached.cursor })
        : undefined;
    if (!page) return { ...reached, cursor: undefined };
    reached = page;
  } while (reached.cursor !== undefined && run.goesOn());
  return reached;
}

/** Accounts of which a request is numbering rows. */
const busy = new WeakMap<object, Set<string>>();

/**
 * Numbers the first rows of a new field, for one request of an account at a time. What fails here,
 * and the other rows, are left to the background.
 */
export async function numberFirst(
  { engine, source: { account } }: Pick<Context, 'engine' | 'source'>,
  fieldId: string,
): Promise<Position | undefined> {
  const accounts = busy.get(engine.executor) ?? new Set();
  busy.set(engine.executor, accounts);
  if (accounts.has(account)) return undefined;
  accounts.add(account);
  try {
    const numbering = await engine.model.get(numberingDocs, fieldId);
    let read = 0;
    const goesOn = () => ++read < PAGES_AT_ONCE;
    const run = { by: account, goesOn, isSettled: false };
    if (!numbering) return undefined;
    await numberField(engine, numbering, run);
    // The background may have been faster.
    return await waitForHead(engine);
  } catch {
    return undefined;
  } finally {
    accounts.delete(account);
  }
}

interface Background {
  readonly now: () => Date;
  readonly goesOn: () => boolean;
  /** Called with each failure; the field is tried again in the next round. */
  readonly failed: (error: unknown) => void;
}

/** Numbers rows in the background of the process that writes the views. */
export class RowNumbering {
  readonly #sources: NumberSources;
  readonly #background: Background;
  /**
   * Times until which fields rest: those of which all rows have numbers, until all processes number
   * new rows, and those that failed. A project that is full or in the bin rests with all its fields.
   */
  readonly #rests = new Map<string, number>();

  constructor(sources: NumberSources, background: Background) {
    this.#sources = sources;
    this.#background = background;
  }

  /**
   * Numbers the rows of all fields that wait, also those that a process ended with. Projects take
   * turns of some pages, one field each.
   */
  async round(): Promise<void> {
    const now = this.#background.now().getTime();
    for (const [key, until] of this.#rests) if (until <= now) this.#rests.delete(key);
    const reached = new Map<string, string | undefined>();
    while (this.#background.goesOn() && (await this.#giveTurns(reached)));
  }

  /** @returns whether any project had a turn */
  async #giveTurns(reached: Map<string, string | undefined>): Promise<boolean> {
    const projects = new Set<string>();
    for await (const docs of pages(this.#sources.model, {
      collection: numberingDocs,
      limit: PAGE_FIELDS,
    }))
      for (const numbering of docs) {
        if (!this.#background.goesOn()) return false;
        const { id, since, projectId } = numbering;
        const key = `${id} ${since}`;
        const cursor = reached.get(key);
        const isOver = cursor === undefined && reached.has(key);
        const rests = this.#rests.has(key) || this.#rests.has(projectId);
        if (isOver || rests || projects.has(projectId)) continue;
        projects.add(projectId);
        reached.set(key, await this.#takeTurn(numbering, key, cursor));
      }
    return projects.size > 0;
  }

  /** Numbers some pages in the name of the project's owner; returns the page that is next. */
  async #takeTurn(
    numbering: NumberingDoc,
    key: string,
    cursor: string | undefined,
  ): Promise<string | undefined> {
    const { goesOn, failed, now } = this.#background;
    const settledAt = Date.parse(numbering.at) + SETTLED_MS;
    let done = 0;
    try {
      const { ownerId } = await projectDoc(this.#sources, numbering.projectId);
      const reached = await numberField(this.#sources, numbering, {
        by: ownerId,
        cursor,
        isSettled: now().getTime() > settledAt,
        goesOn: () => ++done < PAGES_IN_TURN && goesOn(),
      });
      if (reached.isDone) this.#rests.set(key, settledAt);
      return reached.cursor;
    } catch (error) {
      const isOfProject = error instanceof Problem && OF_PROJECT.has(error.code);
      if (!isOfProject) failed(error);
      this.#rests.set(isOfProject ? numbering.projectId : key, now().getTime() + FAILED_MS);
      return undefined;
    }
  }
}
