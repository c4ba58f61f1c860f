import type { Doc } from '@hzm/contracts/core/change';
import type { Collection } from '@hzm/contracts/core/collection';
import type { Position } from '@hzm/contracts/core/position';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { rowDocs, rows, type RowDoc } from '@hzm/projections/features/rows/rows';
import type { Context, Engine } from '@hzm/services/core/engine';
import { letGo } from '@hzm/services/core/ports/memory';
import type { Find } from '@hzm/services/core/ports/read-model';
import { slice } from '@hzm/services/core/ports/slices';
import { pages } from '@hzm/services/core/read-model/pages';

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
/** Pages of rows that the request which changes fields works on itself. */
export const PAGES_AT_ONCE = 8;

/** A run over the rows of a field. */
export interface Run {
  /** The account for which the rows are read, whose turns that takes. */
  readonly by: string;
  /** The page to begin with, if not the first. */
  readonly cursor?: string | undefined;
  /** Called after each page; the background does the rest. */
  readonly goesOn: () => boolean;
}

/** Whether the view of rows holds everything up to a position. */
export const hasRows = ({ projector }: Pick<Engine, 'projector'>, until: Position): boolean =>
  projector.progress.some(
    ({ projection, paused, position }) => projection === rows && !paused && position >= until,
  );

interface Wanted {
  readonly tableId: string;
  /** Default: the order in which rows were added. */
  readonly sort?: Find<RowDoc>['sort'];
  readonly needsWork: (row: RowDoc) => boolean;
}

/** Reads a page of rows, keeping only the ids of those that need work. */
export async function readPage(
  { model }: Pick<Engine, 'model'>,
  { tableId, sort, needsWork }: Wanted,
  { by, cursor }: Pick<Run, 'by' | 'cursor'>,
): Promise<{ readonly ids: readonly string[]; readonly next: string | undefined }> {
  await slice();
  const passed = letGo();
  const { docs, nextCursor } = await model.find({
    collection: rowDocs,
    partition: tableId,
    ...(sort && { sort }),
    limit: PAGE_ROWS,
    bytes: { most: PAGE_BYTES },
    by,
    ...(cursor !== undefined && { cursor }),
  });
  const ids = docs.filter(needsWork).map(({ id }) => id);
  passed();
  return { ids, next: nextCursor };
}

/** Accounts with a request that works on rows, by executor and kind of work. */
export class BusyAccounts {
  readonly #accounts = new WeakMap<object, Set<string>>();

  /** Runs work for one request of an account at a time; others leave theirs to the background. */
  async once<T>(
    { engine, source: { account } }: Pick<Context, 'engine' | 'source'>,
    work: () => Promise<T>,
  ): Promise<T | undefined> {
    const accounts = this.#accounts.get(engine.executor) ?? new Set();
    this.#accounts.set(engine.executor, accounts);
    if (accounts.has(account)) return undefined;
    accounts.add(account);
    try {
      return await work();
    } finally {
      accounts.delete(account);
    }
  }
}

/** A document that names a field whose rows need work. */
type FieldTask = Doc & { readonly projectId: string };

interface Work<Task extends FieldTask> {
  readonly collection: Collection<Task>;
  /** Names a task; work that is asked for again has another key. */
  readonly keyOf: (task: Task) => string;
  /** Whether a task has no turn in this round. */
  readonly rests?: (task: Task) => boolean;
  /** Works on some pages; returns the page that is next. */
  readonly takeTurn: (task: Task, run: Run) => Promise<string | undefined>;
  readonly goesOn: () => boolean;
  /** Called with each failure, which ends the task for this round. */
  readonly failed: (error: unknown, task: Task) => void;
}

type Model = Pick<Engine, 'model'>;

/**
 * Works on the rows of all fields that need it, until none is left that did not fail. Projects take
 * turns of some pages, one field each, in the name of their owners.
 */
export async function workInTurns<Task extends FieldTask>(
  sources: Model,
  work: Work<Task>,
): Promise<void> {
  const reached = new Map<string, string | undefined>();
  while (work.goesOn() && (await giveTurns(sources, work, reached)));
}

/**
 * Gives each project a turn.
 * @param reached the next page of each task that had a turn; undefined if it ended or failed
 * @returns whether any project had one
 */
async function giveTurns<Task extends FieldTask>(
  sources: Model,
  { collection, keyOf, rests, takeTurn, goesOn, failed }: Work<Task>,
  reached: Map<string, string | undefined>,
): Promise<boolean> {
  const projects = new Set<string>();
  for await (const docs of pages(sources.model, { collection, limit: PAGE_FIELDS }))
    for (const task of docs) {
      if (!goesOn()) return false;
      const { projectId } = task;
      const key = keyOf(task);
      const cursor = reached.get(key);
      const isOver = cursor === undefined && reached.has(key);
      if (isOver || projects.has(projectId) || rests?.(task)) continue;
      projects.add(projectId);
      reached.set(key, undefined);
      let done = 0;
      try {
        const project = await sources.model.get(projectDocs, projectId);
        // One in the bin has its turn when it is back.
        if (!project) continue;
        const { ownerId: by } = project;
        const isMyTurn = () => ++done < PAGES_IN_TURN && goesOn();
        reached.set(key, await takeTurn(task, { by, cursor, goesOn: isMyTurn }));
      } catch (error) {
        failed(error, task);
      }
    }
  return projects.size > 0;
}
