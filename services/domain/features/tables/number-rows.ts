import { memberOf } from '@hzm/contracts/core/json';
import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { numbersTaken, valuesNumbered } from '@hzm/contracts/features/tables/events';
import type { RowDoc } from '@hzm/projections/features/rows/rows';
import {
  numberingDocs,
  type Counter,
  type NumberingDoc,
} from '@hzm/projections/features/tables/numbers';
import { systemRequest } from '@hzm/services/core/commands/request';
import type { Context } from '@hzm/services/core/engine';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import {
  BusyAccounts,
  hasRows,
  PAGES_AT_ONCE,
  readPage,
  workInTurns,
  type Run,
} from './field-work.ts';
import { counterCommand, type NumberSources } from './numbers.ts';

/**
 * Time in milliseconds after which all processes number the rows that they add: longer than they
 * cache the table of before, and than a request takes.
 */
const SETTLED_MS = 120_000;
/** Time in milliseconds after which a field or project that failed is tried again. */
const FAILED_MS = 30_000;
/** Failures that all fields of a project share: it is full, or in the bin. */
const OF_PROJECT: ReadonlySet<string> = new Set(['PLAN_LIMIT', 'NOT_FOUND']);

interface NumberingRun extends Run {
  /** Whether all processes number the rows that they add, so that the last page ends the run. */
  readonly isSettled: boolean;
}

/** The progress of a run. */
interface Reached {
  /** The next page. */
  readonly cursor: string | undefined;
  /** Whether the last page was numbered. */
  readonly isDone: boolean;
}

/** Numbers rows with the numbers reserved for older rows, then with the next ones. */
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
 * Numbers the rows of a page, unless another process has numbered some since the page was read: a
 * row keeps its first number, so the second would be lost.
 * @returns undefined if another process was faster, or the view of rows is paused
 */
async function numberPage(
  sources: NumberSources,
  numbering: NumberingDoc,
  run: NumberingRun,
): Promise<Reached | undefined> {
  const { id: fieldId, projectId, tableId, since: numbered } = numbering;
  const of = { projectId, tableId, fieldId };
  const { begun, ...command } = counterCommand(sources, of);
  const before = (await sources.executor.look(command)).state?.pages ?? 0;
  if (!hasRows(sources, await waitForHead(sources))) return undefined;
  const needsWork = ({ values }: RowDoc): boolean => (memberOf(values, fieldId) ?? null) === null;
  const byAge = { by: { path: 'created_at' } } as const;
  const { ids, next } = await readPage(sources, { tableId, sort: byAge, needsWork }, run);
  const isDone = next === undefined;
  const isLast = isDone && run.isSettled;
  if (ids.length === 0 && !isLast) return { cursor: next, isDone };
  const { position } = await sources.executor.execute(systemRequest(), {
    ...command,
    decide: now => {
      const last = begun(now);
      if (last.pages !== before) return [];
      const { rows, counter } = given(last, ids);
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
  run: NumberingRun,
): Promise<Reached> {
  let reached: Reached = { cursor: run.cursor, isDone: false };
  do {
    const now = await sources.model.get(numberingDocs, numbering.id);
    const page =
      now?.since === numbering.since
        ? await numberPage(sources, numbering, { ...run, cursor: reached.cursor })
        : undefined;
    if (!page) return { cursor: undefined, isDone: false };
    reached = page;
  } while (reached.cursor !== undefined && run.goesOn());
  return reached;
}

const busy = new BusyAccounts();

const keyOf = ({ id, since }: NumberingDoc): string => `${id} ${since}`;

/**
 * Numbers the first rows of a new field, for one request of an account at a time. What fails here,
 * and the other rows, are left to the background.
 */
export const numberFirst = (
  context: Pick<Context, 'engine' | 'source'>,
  fieldId: string,
): Promise<Position | undefined> =>
  busy
    .once(context, async () => {
      const { engine, source } = context;
      const numbering = await engine.model.get(numberingDocs, fieldId);
      if (!numbering) return undefined;
      let read = 0;
      const goesOn = () => ++read < PAGES_AT_ONCE;
      await numberField(engine, numbering, { by: source.account, goesOn, isSettled: false });
      // The background may have been faster.
      return waitForHead(engine);
    })
    .catch(() => undefined);

interface Background {
  readonly now: () => Date;
  readonly goesOn: () => boolean;
  /** Called with each failure; the field is tried again in a later round. */
  readonly failed: (error: unknown) => void;
}

/** Numbers rows in the background of the process that writes the views. */
export class RowNumbering {
  readonly #sources: NumberSources;
  readonly #background: Background;
  /**
   * Times until which fields rest: those of which all rows have numbers, until all processes number
   * new rows, and those that failed. A project that is full or in the bin rests with all its
   * fields.
   */
  readonly #restsUntil = new Map<string, number>();

  constructor(sources: NumberSources, background: Background) {
    this.#sources = sources;
    this.#background = background;
  }

  /** Numbers the rows of all fields that wait, also those that a process ended with. */
  async round(): Promise<void> {
    const { goesOn, now } = this.#background;
    const begun = now().getTime();
    for (const [key, until] of this.#restsUntil) if (until <= begun) this.#restsUntil.delete(key);
    await workInTurns(this.#sources, {
      collection: numberingDocs,
      keyOf,
      rests: numbering =>
        this.#restsUntil.has(keyOf(numbering)) || this.#restsUntil.has(numbering.projectId),
      takeTurn: (numbering, run) => this.#takeTurn(numbering, run),
      goesOn,
      failed: (error, numbering) => this.#fail(error, numbering),
    });
  }

  async #takeTurn(numbering: NumberingDoc, run: Run): Promise<string | undefined> {
    const settledAt = Date.parse(numbering.at) + SETTLED_MS;
    const isSettled = this.#background.now().getTime() > settledAt;
    const { isDone, cursor } = await numberField(this.#sources, numbering, { ...run, isSettled });
    if (isDone) this.#restsUntil.set(keyOf(numbering), settledAt);
    return cursor;
  }

  #fail(error: unknown, numbering: NumberingDoc): void {
    const { failed, now } = this.#background;
    const isOfProject = error instanceof Problem && OF_PROJECT.has(error.code);
    if (!isOfProject) failed(error);
    const key = isOfProject ? numbering.projectId : keyOf(numbering);
    this.#restsUntil.set(key, now().getTime() + FAILED_MS);
  }
}
