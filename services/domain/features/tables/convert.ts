import { convertedHeld } from '@hzm/contracts/core/conversion';
import { newId } from '@hzm/contracts/core/ids';
import { memberOf, sameJson } from '@hzm/contracts/core/json';
import type { Position } from '@hzm/contracts/core/position';
import { valuesConverted } from '@hzm/contracts/features/tables/events';
import { originalIn, rowDocs, rows, type RowDoc } from '@hzm/projections/features/rows/rows';
import {
  conversionDocs,
  isSuperseded,
  type ConversionDoc,
} from '@hzm/projections/features/tables/conversions';
import { decider } from '@hzm/services/core/commands/decider';
import type { Context, Engine } from '@hzm/services/core/engine';
import { letGo } from '@hzm/services/core/ports/memory';
import { slice } from '@hzm/services/core/ports/slices';
import { pages } from '@hzm/services/core/read-model/pages';
import { projectDoc } from '../../access/project.ts';

/**
 * Bounds the rows, and their bytes, of one event and of one batch of the projector, behind which the
 * writes of all accounts wait.
 */
const PAGE_ROWS = 125;
const PAGE_BYTES = 1_048_576;
/** Conversions that the background looks up at once. */
const PAGE_CONVERSIONS = 100;
/** Pages of rows that a project has in its turn. */
const PAGES_IN_TURN = 4;

type Parts = Pick<Engine, 'executor' | 'model' | 'projector'>;

const stateless = decider(null, () => []);

/** Whether a row's value is not in the form of its field's type yet, and can be. */
function needsConversion({ id, form, reading }: ConversionDoc, row: RowDoc): boolean {
  const original = originalIn(row, id) ?? null;
  const present = memberOf(row.values, id) ?? null;
  const read = convertedHeld(form, original, reading, present);
  return !sameJson(read === undefined ? original : read, present);
}

/** Names rows to the log as converted. Each event has its own stream: nothing is decided by it. */
async function tell(
  { executor, projector }: Parts,
  { id: fieldId, projectId, tableId, change }: ConversionDoc,
  rowIds: readonly string[],
  isLast: boolean,
): Promise<Position | undefined> {
  const { position } = await executor.execute(
    { actor: 'system', id: `values ${newId()}`, repeatable: false, digest: '' },
    {
      stream: `values-${newId()}`,
      about: { projectId },
      decider: stateless,
      fresh: true,
      decide: () => [
        valuesConverted({ projectId, tableId, fieldId, change, rowIds: [...rowIds], isLast }),
      ],
    },
  );
  await projector.waitForPosition(position);
  return position;
}

/** Whether the view of rows holds everything up to a position. */
export const hasRows = ({ projector }: Pick<Parts, 'projector'>, until: Position): boolean =>
  projector.progress.some(
    ({ projection, paused, position }) => projection === rows && !paused && position >= until,
  );

/** The place at which a conversion goes on: its next page, none at its end; and its last event. */
interface Reached {
  readonly cursor: string | undefined;
  readonly position: Position | undefined;
}

interface Run {
  /** The account for which the rows are read, whose turns that takes. */
  readonly by: string;
  /** The page to begin with, if not the first. */
  readonly cursor?: string | undefined;
  /** Called after each page; the background does the rest. */
  readonly goesOn: () => boolean;
}

/** Finds the rows of a page that need conversion, keeping only their ids. */
async function readPage(
  { model }: Parts,
  conversion: ConversionDoc,
  { by, cursor }: Omit<Run, 'goesOn'>,
): Promise<{ readonly ids: readonly string[]; readonly next: string | undefined }> {
  await slice();
  const passed = letGo();
  const { docs, nextCursor } = await model.find({
    collection: rowDocs,
    partition: conversion.tableId,
    limit: PAGE_ROWS,
    bytes: { most: PAGE_BYTES },
    by,
    ...(cursor !== undefined && { cursor }),
  });
  const ids = docs.filter(row => needsConversion(conversion, row)).map(({ id }) => id);
  passed();
  return { ids, next: nextCursor };
}

/**
 * Converts the values of a field page by page; rows that are written meanwhile have the new form
 * already. Doing it twice, or in two processes, changes nothing.
 */
export async function convertField(
  parts: Parts,
  conversion: ConversionDoc,
  { goesOn, by, cursor: first }: Run,
): Promise<Reached> {
  let [cursor, position] = [first, undefined as Position | undefined];
  if (!hasRows(parts, conversion.change)) return { cursor: undefined, position };
  do {
    const now = await parts.model.get(conversionDocs, conversion.id);
    if (now?.change !== conversion.change) return { cursor: undefined, position };
    const { ids, next } = isSuperseded(now)
      ? { ids: [], next: undefined }
      : await readPage(parts, conversion, { by, cursor });
    if (ids.length > 0 || next === undefined)
      position = await tell(parts, conversion, ids, next === undefined);
    cursor = next;
  } while (cursor !== undefined && goesOn());
  return { cursor, position };
}

/** Pages of rows that the request which changes types converts itself. */
const PAGES_AT_ONCE = 8;
/** Fields of one append that the request converts, since each costs an event. */
const FIELDS_AT_ONCE = 20;

/** Accounts of which a request is converting rows. */
const converting = new WeakMap<object, Set<string>>();

/**
 * Converts the first rows of fields whose types one append has changed, for one request of an account
 * at a time. What fails here, and the other rows, are left to the background.
 * @param change the position of the append; undefined if there was none
 */
export async function convertFirst(
  context: Pick<Context, 'engine' | 'source'>,
  fieldIds: Iterable<string>,
  change: Position | undefined,
): Promise<Position | undefined> {
  const { engine, source } = context;
  const accounts = converting.get(engine.executor) ?? new Set();
  converting.set(engine.executor, accounts);
  if (change === undefined || accounts.has(source.account)) return undefined;
  accounts.add(source.account);
  try {
    return await convertFields(context, fieldIds, change);
  } finally {
    accounts.delete(source.account);
  }
}

async function convertFields(
  { engine, source }: Pick<Context, 'engine' | 'source'>,
  fieldIds: Iterable<string>,
  change: Position,
): Promise<Position | undefined> {
  let [read, last] = [0, undefined as Position | undefined];
  for (const fieldId of [...fieldIds].slice(0, FIELDS_AT_ONCE)) {
    if (read >= PAGES_AT_ONCE) return last;
    const waiting = await engine.model.get(conversionDocs, fieldId);
    if (!waiting || waiting.change > change) continue;
    last = await convertField(engine, waiting, {
      by: source.account,
      goesOn: () => ++read < PAGES_AT_ONCE,
    }).then(
      ({ position }) => position ?? last,
      () => last,
    );
  }
  return last;
}

interface Background {
  readonly goesOn: () => boolean;
  /** Called with each failure; the conversion is tried again in the next round. */
  readonly failed: (error: unknown) => void;
}

/**
 * Continues the conversions that requests left, and those that a process ended with, until none is
 * left that did not fail. They take turns of some pages, one conversion of each project at a time.
 */
export async function convertWaiting(parts: Parts, background: Background): Promise<void> {
  const reached = new Map<string, string | undefined>();
  while (background.goesOn() && (await giveTurns(parts, reached, background)));
}

/**
 * Gives each project a turn.
 * @param reached the next page of each conversion that had a turn; undefined if it ended or failed
 * @returns whether any project had one
 */
async function giveTurns(
  parts: Parts,
  reached: Map<string, string | undefined>,
  { goesOn, failed }: Background,
): Promise<boolean> {
  const projects = new Set<string>();
  for await (const docs of pages(parts.model, {
    collection: conversionDocs,
    limit: PAGE_CONVERSIONS,
  }))
    for (const conversion of docs) {
      if (!goesOn()) return false;
      const key = `${conversion.id} ${conversion.change}`;
      const cursor = reached.get(key);
      if (projects.has(conversion.projectId) || (cursor === undefined && reached.has(key)))
        continue;
      projects.add(conversion.projectId);
      reached.set(key, undefined);
      try {
        reached.set(key, await takeTurn(parts, conversion, { cursor, goesOn }));
      } catch (error) {
        failed(error);
      }
    }
  return projects.size > 0;
}

/** Converts some pages in the name of the project's owner; returns the page that is next. */
async function takeTurn(
  parts: Parts,
  conversion: ConversionDoc,
  { cursor, goesOn }: Omit<Run, 'by'>,
): Promise<string | undefined> {
  const { ownerId } = await projectDoc(parts, conversion.projectId);
  let done = 0;
  return (
    await convertField(parts, conversion, {
      by: ownerId,
      cursor,
      goesOn: () => ++done < PAGES_IN_TURN && goesOn(),
    })
  ).cursor;
}
