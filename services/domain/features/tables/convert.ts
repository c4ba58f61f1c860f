import { convertedHeld } from '@hzm/contracts/core/conversion';
import { newId } from '@hzm/contracts/core/ids';
import { memberOf, sameJson } from '@hzm/contracts/core/json';
import type { Position } from '@hzm/contracts/core/position';
import { valuesConverted } from '@hzm/contracts/features/tables/events';
import { originalIn, type RowDoc } from '@hzm/projections/features/rows/rows';
import {
  conversionDocs,
  isSuperseded,
  type ConversionDoc,
} from '@hzm/projections/features/tables/conversions';
import { decider } from '@hzm/services/core/commands/decider';
import { systemRequest } from '@hzm/services/core/commands/request';
import type { Context, Engine } from '@hzm/services/core/engine';
import {
  BusyAccounts,
  hasRows,
  PAGES_AT_ONCE,
  readPage,
  workInTurns,
  type Run,
} from './field-work.ts';

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
  const { position } = await executor.execute(systemRequest(`values ${newId()}`), {
    stream: `values-${newId()}`,
    about: { projectId },
    decider: stateless,
    fresh: true,
    decide: () => [
      valuesConverted({ projectId, tableId, fieldId, change, rowIds: [...rowIds], isLast }),
    ],
  });
  await projector.waitForPosition(position);
  return position;
}

/** The place at which a conversion goes on: its next page, none at its end; and its last event. */
interface Reached {
  readonly cursor: string | undefined;
  readonly position: Position | undefined;
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
  const needsWork = (row: RowDoc): boolean => needsConversion(conversion, row);
  let [cursor, position] = [first, undefined as Position | undefined];
  if (!hasRows(parts, conversion.change)) return { cursor: undefined, position };
  do {
    const now = await parts.model.get(conversionDocs, conversion.id);
    if (now?.change !== conversion.change) return { cursor: undefined, position };
    const { ids, next } = isSuperseded(now)
      ? { ids: [], next: undefined }
      : await readPage(parts, { tableId: conversion.tableId, needsWork }, { by, cursor });
    if (ids.length > 0 || next === undefined)
      position = await tell(parts, conversion, ids, next === undefined);
    cursor = next;
  } while (cursor !== undefined && goesOn());
  return { cursor, position };
}

/** Fields of one append that the request converts, since each costs an event. */
const FIELDS_AT_ONCE = 20;

const converting = new BusyAccounts();

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
  return change === undefined
    ? undefined
    : converting.once(context, () => convertFields(context, fieldIds, change));
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

/** Continues the conversions that requests left, and those that a process ended with. */
export const convertWaiting = (parts: Parts, background: Background): Promise<void> =>
  workInTurns(parts, {
    ...background,
    collection: conversionDocs,
    keyOf: ({ id, change }) => `${id} ${change}`,
    takeTurn: async (conversion, run) => (await convertField(parts, conversion, run)).cursor,
  });
