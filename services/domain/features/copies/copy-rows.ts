import { hasFiles } from '@hzm/contracts/core/everyday';
import { Id } from '@hzm/contracts/core/ids';
import { memberOf, type Json } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import { asStorable } from '@hzm/contracts/core/storable';
import type { Cells } from '@hzm/contracts/features/rows/row';
import { isRelational } from '@hzm/contracts/features/tables/relationship';
import type { Field } from '@hzm/contracts/features/tables/table';
import { writtenFields } from '@hzm/contracts/features/tables/written-fields';
import { rowDocs, type RowDoc } from '@hzm/projections/features/rows/rows';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { mirrorId } from '@hzm/services/core/commands/mirror-id';
import { nextTurn, rest } from '@hzm/services/core/concurrency/next-turn';
import { retry } from '@hzm/services/core/concurrency/retry';
import type { Engine } from '@hzm/services/core/engine';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { fieldsOf } from '../../access/table.ts';
import { addMissing, missingRows, type NewRow } from '../rows/add-missing.ts';
import { countFiles } from '../rows/count-files.ts';
import { tooLarge } from '../rows/size.ts';
import { cellsOf, unfitness } from '../rows/validate.ts';
import { PatternWork } from '../tables/pattern.ts';
import { isNothing } from '../tables/through-rows.ts';
import { valueClock, type ValueClock } from '../tables/value-clock.ts';
import type { TablePair } from './pairs.ts';
import { replacement } from './replace.ts';
import type { CopiedPart } from './row-copies.ts';

/** Maximum rows and bytes of a batch. */
const BATCH_ROWS = 500;
const BATCH_BYTES = 524_288;
/**
 * Maximum pause after a batch in milliseconds; it otherwise equals the batch's duration, so that
 * other requests go first.
 */
const MAX_REST_MS = 500;
/** Maximum blocking work, in milliseconds. */
const SLICE_MS = 10;

/** Parameters of a copy. */
export interface Copying {
  readonly actor: string;
  /** The account that the copy's queueing counts for. */
  readonly by: string;
  readonly testProjectId: string;
  /** The key that replacements derive from. */
  readonly key: Uint8Array;
  /** Fields of the test environment whose values are replaced. */
  readonly replace: ReadonlySet<string>;
  /** Whether the copy may continue. */
  readonly may: () => Promise<boolean>;
}

/** Returns the counterparts of row ids, in a list or alone; other values stay. */
const mirroredIds = (value: Json, testProjectId: string): Json =>
  Array.isArray(value)
    ? value.map(one => mirroredIds(one, testProjectId))
    : typeof value === 'string' && Id.safeParse(value).success
      ? mirrorId(value, testProjectId)
      : value;

/**
 * Returns a live row's values for the test environment.
 * @throws Problem VALIDATION_ERROR, PAYLOAD_TOO_LARGE if it does not fit
 */
function valuesOf(
  { testProjectId, key, replace }: Copying,
  fields: readonly Field[],
  { fields: ids }: TablePair,
  row: RowDoc,
  clock: ValueClock,
): Cells {
  const work = new PatternWork();
  const given: [string, Json][] = [];
  for (const field of writtenFields(fields)) {
    const liveId = ids.get(field.id);
    const value = liveId === undefined ? undefined : memberOf(row.values, liveId);
    if (value === undefined || isNothing(value)) continue;
    const taken = replace.has(field.id)
      ? replacement(
          key,
          field,
          value,
          candidate => unfitness(field, candidate, clock, work) === undefined,
        )
      : isRelational(field.type)
        ? mirroredIds(value, testProjectId)
        : value;
    given.push([field.name, asStorable(taken ?? null)]);
  }
  const cells = cellsOf(fields, Object.fromEntries(given), true, clock, work);
  const problem = tooLarge({}, cells);
  if (problem) throw problem;
  return cells;
}

/**
 * Copies some live rows.
 * @returns whether the table still exists
 */
async function copyBatch(
  engine: Engine,
  copying: Copying,
  pair: TablePair,
  rows: readonly RowDoc[],
  part: CopiedPart,
): Promise<boolean> {
  const table = await engine.model.get(tableDocs, pair.tableId);
  if (!table) return false;
  const clock = await valueClock(engine, copying.testProjectId);
  const fields = fieldsOf(table);
  const idOf = ({ id }: RowDoc): string => mirrorId(id, copying.testProjectId);
  const absent = await missingRows(engine, pair.tableId, rows.map(idOf));
  const wanted = rows.filter(row => absent.has(idOf(row)));
  const taken: NewRow[] = [];
  for (let [i, since] = [0, performance.now()]; i < wanted.length; i++) {
    try {
      taken.push({
        id: idOf(wanted[i]!),
        values: valuesOf(copying, fields, pair, wanted[i]!, clock),
      });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
    if (performance.now() - since < SLICE_MS) continue;
    await nextTurn();
    since = performance.now();
  }
  const wasThere = (row: NewRow): boolean => absent.get(row.id)!.wasThere;
  const adding = { actor: copying.actor, projectId: copying.testProjectId, tableId: pair.tableId };
  const added = await addMissing(
    engine,
    adding,
    taken.filter(row => !wasThere(row)),
    true,
  );
  const restored = await addMissing(engine, adding, taken.filter(wasThere), false);
  const unfit = new Set([...added, ...restored].map(({ id }) => id));
  const copied = new Set(taken.map(({ id }) => id).filter(id => !unfit.has(id)));
  part.existing += rows.length - wanted.length;
  part.copied += copied.size;
  part.skipped += wanted.length - copied.size;
  const ofFiles = fields.filter(({ type }) => hasFiles(type));
  const liveIds = ofFiles.flatMap(({ id }) => pair.fields.get(id) ?? []);
  for (const row of wanted)
    if (copied.has(idOf(row))) part.files += countFiles(liveIds, row.values);
  return true;
}

/** Copies a page of live rows. Returns the cursor of the next one; undefined at the end. */
async function copyPage(
  engine: Engine,
  copying: Copying,
  pair: TablePair,
  part: CopiedPart,
  { after, signal }: { readonly after: string | undefined; readonly signal: AbortSignal },
): Promise<string | undefined> {
  const { docs, nextCursor } = await engine.model.find({
    collection: rowDocs,
    partition: pair.liveTableId,
    limit: BATCH_ROWS,
    bytes: { most: BATCH_BYTES },
    by: copying.by,
    ...(after !== undefined && { cursor: after }),
  });
  const inTurn = async (): Promise<boolean> => {
    // Rows already written, also by an attempt whose answer was lost, are visible from here.
    await waitForHead(engine);
    return copyBatch(engine, copying, pair, docs, part);
  };
  // Another process may copy the same rows: the ids follow from theirs, so each must be added once.
  const lane = { group: `copy-${pair.tableId}`, key: pair.tableId };
  return (await engine.executor.lanes.run([lane], inTurn, { signal })) ? nextCursor : undefined;
}

/**
 * Copies the rows of these tables until done or aborted. Existing rows are kept.
 * @returns false if it must stop
 */
export async function copyTables(
  engine: Engine,
  copying: Copying,
  tables: readonly { readonly pair: TablePair; readonly part: CopiedPart }[],
  signal: AbortSignal,
): Promise<boolean> {
  for (const { pair, part } of tables) {
    let cursor: string | undefined;
    do {
      if (signal.aborted || !(await copying.may())) return false;
      const begun = performance.now();
      const after = cursor;
      cursor = await retry(signal, () =>
        engine.documents.part(copying.by, signal, () =>
          copyPage(engine, copying, pair, part, { after, signal }),
        ),
      );
      await rest(Math.min(performance.now() - begun, MAX_REST_MS), signal);
    } while (cursor !== undefined);
  }
  return true;
}
