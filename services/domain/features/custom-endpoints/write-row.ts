import { isDamaged } from '@hzm/contracts/core/event';
import { type Json, type JsonObject, memberOf } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import type { WriteAction } from '@hzm/contracts/features/custom-endpoints/definition';
import { rowsRemoved } from '@hzm/contracts/features/rows/events';
import { rowDocs, type RowDoc } from '@hzm/projections/features/rows/rows';
import { reject } from '@hzm/services/core/commands/decider';
import { askerOf, type Context, type Result } from '@hzm/services/core/engine';
import { compile, matches } from '@hzm/services/core/ports/condition';
import type { Condition, Path } from '@hzm/services/core/ports/read-model';
import { pathOf } from '../../access/given.ts';
import { readsAnswers } from '../../access/key-access.ts';
import { withPeople } from '../../access/people-as-options.ts';
import { partsOf } from '../../past/row-events.ts';
import {
  adding,
  changing,
  perform,
  removing,
  tried,
  type RowCommand,
  type WrittenTable,
} from '../rows/row-commands.ts';
import { rowStream, type RowState } from '../rows/row.ts';
import { shownOf } from '../rows/view.ts';
import { operandOf } from './conditions.ts';
import { sourceValue, type Given } from './parameters.ts';
import { chosenOf } from './read-rows.ts';
import type { EndpointTable } from './table.ts';

type Keyed = Extract<WriteAction, { readonly key: unknown }>;

/** Values by field name, without those that were not given. */
const valuesOf = (
  table: EndpointTable,
  values: Extract<WriteAction, { readonly values: unknown }>['values'],
  given: Given,
): { readonly [name: string]: Json } =>
  Object.fromEntries(
    values.flatMap(({ field, value }) => {
      const is = sourceValue(value, given);
      return is === undefined ? [] : [[table.byId.get(field)!.name, is]];
    }),
  );

/**
 * The one row that a key names. Of a request that comes again it is the one that was written then:
 * the key may have changed with it. @throws Problem NOT_FOUND, CONFLICT
 */
async function keyedRow(
  context: Context,
  table: EndpointTable,
  condition: Condition<Path<RowDoc>>,
): Promise<string> {
  const { engine, request } = context;
  const earlier = await engine.executor.repeats.last(request);
  const rowId = earlier && memberOf(earlier.data, 'rowId');
  if (typeof rowId === 'string' && earlier?.stream === rowStream({ tableId: table.id, rowId }))
    return rowId;
  // A deletion that took others along wrote one batch, with the row itself in its last event.
  if (earlier?.type === rowsRemoved.type) {
    const [opened] = await engine.codec.open([earlier]);
    const row = [...(opened && !isDamaged(opened) ? partsOf(opened) : [])].at(-1);
    if (row) return row[0];
  }
  const { docs, nextCursor } = await engine.model.find({
    collection: rowDocs,
    partition: table.id,
    where: [condition],
    limit: 1,
    ...askerOf(context),
  });
  const [only] = docs;
  if (!only) throw new Problem('NOT_FOUND');
  if (nextCursor !== undefined) throw new Problem('CONFLICT', { text: 'endpoint-key-many' });
  return only.id;
}

/** The table with the fields of which a caller is told values: those that the endpoint answers. */
function writtenTable(table: EndpointTable, action: WriteAction): WrittenTable {
  const chosen = new Set(action.kind === 'delete' ? [] : action.fields.map(({ field }) => field));
  return { ...table, shown: table.fields.filter(({ id }) => chosen.has(id)) };
}

async function commandOf(
  context: Context,
  table: EndpointTable,
  action: WriteAction,
  given: Given,
): Promise<RowCommand> {
  if (action.kind === 'insert')
    return adding(context, writtenTable(table, action), valuesOf(table, action.values, given));
  return keyed(
    context,
    table,
    action,
    given,
    sourceValue(action.key.value, given) as string | number | boolean,
  );
}

async function keyed(
  context: Context,
  table: EndpointTable,
  action: Keyed,
  given: Given,
  key: string | number | boolean,
): Promise<RowCommand> {
  const value = operandOf(table, action.key.field, key);
  const condition =
    action.key.field === 'id'
      ? undefined
      : ({ path: pathOf(table.byId.get(action.key.field)!), op: 'eq', value } as const);
  const rowId = condition ? await keyedRow(context, table, condition) : String(key);
  const written = writtenTable(table, action);
  const row =
    action.kind === 'update'
      ? await changing(context, written, rowId, valuesOf(table, action.values, given))
      : removing(context, written, rowId);
  // Somebody may have given it another key meanwhile.
  const isStill = (s: RowState): boolean =>
    condition === undefined ||
    (s.kind === 'kept' && matches({ ...shownOf(s) }, compile(condition)));
  const { command } = row;
  return {
    ...row,
    command: { ...command, decide: s => (isStill(s) ? command.decide(s) : reject('NOT_FOUND')) },
  };
}

/** Hides which rows of other tables are in the way: callers see those that the endpoint names. */
function refusedAlone(error: unknown): never {
  throw error instanceof Problem && error.text.key === 'relationship-pointing'
    ? new Problem('CONFLICT')
    : error;
}

/**
 * Writes as an endpoint says, by the commands of rows. @param dry what would be written is judged
 * and answered, and not written @throws Problem: what those refuse
 */
export async function writeRow(
  context: Context,
  table: EndpointTable,
  action: WriteAction,
  given: Given,
  dry: boolean,
): Promise<Result<JsonObject>> {
  const fields = await withPeople(context, table.projectId, table.fields, 'write');
  const row = await commandOf(context, { ...table, fields }, action, given);
  const { state, position } = dry
    ? { state: await tried(context, row), position: undefined }
    : await perform(context, writtenTable(table, action), row).catch(refusedAlone);
  if (action.kind === 'delete') return { data: {}, position };
  if (state.kind !== 'kept') throw new Problem('NOT_FOUND');
  const { version } = state;
  const status = action.kind === 'insert' && { status: 201 };
  // Names of an answer are the definition's: one of them may stand for another field than it says.
  if (!readsAnswers(context.caller)) {
    return { data: { row: { id: row.of.rowId, _version: version } }, position, version, ...status };
  }
  const kept = { ...shownOf(state), id: row.of.rowId, version };
  const now = dry ? context.engine.now().toISOString() : '';
  const shown = chosenOf(
    { ...kept, created_at: kept.created_at || now, updated_at: kept.updated_at || now },
    action.fields,
    table.fields,
  );
  return { data: { row: shown }, position, version, ...status };
}
