import { isDamaged } from '@hzm/contracts/core/event';
import { memberOf, type Json, type JsonObject } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/rows/api';
import type { Field } from '@hzm/contracts/features/tables/table';
import { binRowDocs, type BinRowDoc } from '@hzm/projections/features/tables/bin';
import { askerOf, handle, type Engine } from '@hzm/services/core/engine';
import { ByteBudget, jsonBytes, MIB } from '@hzm/services/core/ports/byte-budget';
import { BadCursor } from '@hzm/services/core/ports/read-model';
import { actorsOf } from '../../access/actors.ts';
import { memberOfType } from '../../access/given.ts';
import { shownFields } from '../../access/shown-fields.ts';
import { tableDoc } from '../../access/table.ts';
import { eventsAt } from '../../past/log-index.ts';
import { partOf } from '../../past/row-events.ts';
import { keyedFields } from './field-key.ts';

/** Bounds the values of one page in bytes; further rows are listed without theirs. */
const PAGE_BYTES = 4 * MIB;

type Values = { readonly [field: string]: Json };

/** Reads the shown values of deleted rows from their removals, each event once. */
async function lastValues(
  engine: Pick<Engine, 'store' | 'codec'>,
  docs: readonly BinRowDoc[],
  fields: readonly Field[],
): Promise<ReadonlyMap<string, Values>> {
  const byEvent = Map.groupBy(docs, ({ position }) => position);
  const places = Array.from(byEvent, ([position, [doc]]) => ({
    id: position,
    type: '',
    position,
    actor: doc!.actor,
    stream: doc!.stream,
    revision: doc!.revision,
  }));
  const values = new Map<string, Values>();
  const budget = new ByteBudget(PAGE_BYTES);
  for await (const event of eventsAt(engine, places)) {
    if (isDamaged(event) || event.erased) continue;
    for (const { id } of byEvent.get(event.position) ?? []) {
      const { before } = partOf(event, id).data;
      const shown = Object.fromEntries(
        fields.map(field => [field.name, memberOf(before as JsonObject, field.id) ?? null]),
      );
      if (budget.takes(jsonBytes(shown))) values.set(id, shown);
    }
  }
  return values;
}

export const deletedRowHandlers = [
  handle(api.listDeletedRows, (context, { params, query: { limit, cursor, fieldKey } }) =>
    context.engine.histories.run(context.source, async () => {
      const { engine } = context;
      const table = await tableDoc(engine, params.tableId, params.projectId);
      const found = await engine.model
        .find({
          collection: binRowDocs,
          partition: table.id,
          sort: { by: { path: 'deletedAt' }, descending: true },
          limit,
          count: true,
          ...(cursor !== undefined && { cursor }),
          ...askerOf(context),
        })
        .catch((error: unknown) => {
          throw error instanceof BadCursor
            ? new Problem('VALIDATION_ERROR', {
                details: [{ path: 'cursor', message: { key: 'cursor-unknown' } }],
              })
            : error;
        });
      const shown = keyedFields(await shownFields(context, table), fieldKey);
      // A removal tells what the row held, but not when it was made and changed.
      const fields = shown.filter(({ type }) => memberOfType(type) === undefined);
      const values = await lastValues(engine, found.docs, fields);
      const actor = actorsOf(engine);
      const rows = await Promise.all(
        found.docs.map(async ({ id, deletedAt, actor: by }) => ({
          id,
          deletedAt,
          deletedBy: await actor(by),
          values: values.get(id) ?? null,
        })),
      );
      return {
        data: {
          rows,
          total: found.total ?? 0,
          ...(found.nextCursor !== undefined && { nextCursor: found.nextCursor }),
        },
      };
    }),
  ),
];
