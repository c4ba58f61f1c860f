import { converted } from '@hzm/contracts/core/conversion';
import { newId } from '@hzm/contracts/core/ids';
import { memberOf, sameJson } from '@hzm/contracts/core/json';
import type { Position } from '@hzm/contracts/core/position';
import { valuesConverted } from '@hzm/contracts/features/tables/events';
import { rowDocs, rows, type RowDoc } from '@hzm/projections/features/rows/rows';
import {
  conversionDocs,
  isSuperseded,
  type ConversionDoc,
} from '@hzm/projections/features/tables/conversions';
import { decider } from '@hzm/services/core/commands/decider';
import type { Engine } from '@hzm/services/core/engine';
import { SYSTEM } from '@hzm/services/core/ports/read-model';
import { pages } from '@hzm/services/core/read-model/pages';

/** Bounds the rows, and their bytes, that one event names and one batch of the projector changes. */
const PAGE_ROWS = 500;
const PAGE_BYTES = 1_048_576;
/** Conversions that one round of the background looks up. */
const PAGE_CONVERSIONS = 100;

type Parts = Pick<Engine, 'executor' | 'model' | 'projector'>;

const stateless = decider(null, () => []);

/** Whether a row's value is not in the form of its field's type yet, and can be. */
function needsConversion({ id, form, reading }: ConversionDoc, { values, was }: RowDoc): boolean {
  const value = memberOf(values, id) ?? null;
  const original = memberOf(was, `values.${id}`) ?? value;
  const read = converted(form, original, reading);
  return !sameJson(read === undefined ? original : read, value);
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

interface Run {
  /** The account for which the rows are read, whose turns that takes. */
  readonly by: string;
  /** Called after each page; the background does what is left. */
  readonly goesOn: () => boolean;
}

/** Whether the view of rows holds everything up to a position. */
const hasRows = ({ projector }: Parts, until: Position): boolean =>
  projector.progress.some(
    ({ projection, paused, position }) => projection === rows && !paused && position >= until,
  );

/**
 * Converts the values of a field from its first row on, page by page; rows that are written
 * meanwhile have the new form already. Doing it twice, or in two processes, changes nothing.
 * @returns the position of the last conversion
 */
export async function convertField(
  parts: Parts,
  conversion: ConversionDoc,
  { by, goesOn }: Run,
): Promise<Position | undefined> {
  let [last, ids] = [undefined as Position | undefined, [] as readonly string[]];
  if (isSuperseded(conversion)) return tell(parts, conversion, ids, true);
  if (!hasRows(parts, conversion.change)) return last;
  for await (const docs of pages(parts.model, {
    collection: rowDocs,
    partition: conversion.tableId,
    limit: PAGE_ROWS,
    bytes: { most: PAGE_BYTES },
    by,
  })) {
    if (ids.length > 0) last = await tell(parts, conversion, ids, false);
    ids = docs.filter(row => needsConversion(conversion, row)).map(({ id }) => id);
    const now = await parts.model.get(conversionDocs, conversion.id);
    if (now?.change !== conversion.change || isSuperseded(now) || !goesOn()) return last;
  }
  return tell(parts, conversion, ids, true);
}

/** Continues the conversions that requests left, and those that a process ended with. */
export async function convertWaiting(parts: Parts, goesOn: () => boolean): Promise<void> {
  const { docs } = await parts.model.find({ collection: conversionDocs, limit: PAGE_CONVERSIONS });
  for (const conversion of docs) await convertField(parts, conversion, { ...SYSTEM, goesOn });
}
