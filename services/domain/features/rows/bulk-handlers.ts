import { Problem } from '@hzm/contracts/core/problem';
import type { Position } from '@hzm/contracts/core/position';
import * as api from '@hzm/contracts/features/rows/api';
import { deriveId, type Outcome } from '@hzm/services/core/command-loop';
import { handle, type Context, type Engine } from '@hzm/services/core/engine';
import { caughtUp } from '@hzm/services/core/log-index';
import { authorize } from '../../access/authorize.ts';
import { fieldsOf, tableDoc } from '../tables/view.ts';
import type { Decision } from '@hzm/services/core/decider';
import { rowDoc } from './base.ts';
import { addRows, batch, changeRows, each, removeRows, restoreRows } from './bulk.ts';
import { eventsOfRow, rowAt } from './past.ts';
import type { RowState } from './row.ts';
import { cellsOf } from './validate.ts';
import { namedValues, versionsOf, type Version } from './versions.ts';
import { rowOf, rowOfState, stateOf, type RowDoc } from './view.ts';

/** Appends the batch to a stream of its own, all or nothing, and waits until it can be read. */
async function written({ engine, request }: Context, decide: (written: boolean) => Decision): Promise<Outcome<boolean>> {
  const outcome = await engine.loop.run(request, { stream: `batch-${deriveId(request, 'batch')}`, decider: batch, fresh: true, decide });
  await engine.projector.reached(outcome.position);
  return outcome;
}

const docsOf = (engine: Engine, tableId: string, ids: readonly string[]): Promise<(RowDoc | undefined)[]> => Promise.all(ids.map(id => rowDoc(engine, tableId, id)));

/** The documents, all of them there. @throws Problem NOT_FOUND */
function present(docs: readonly (RowDoc | undefined)[], pathOf: (index: number) => string): RowDoc[] {
  const details = docs.flatMap((doc, i) => (doc ? [] : [{ path: pathOf(i), message: { key: 'NOT_FOUND' } }]));
  if (details.length > 0) throw new Problem('NOT_FOUND', { details });
  return docs as RowDoc[];
}

/** Rows as they were right after the batch: mostly as they are, unless others wrote since. */
async function rowsAfter(engine: Engine, tableId: string, ids: readonly string[], position: Position | undefined): Promise<RowState[]> {
  const docs = await docsOf(engine, tableId, ids);
  return Promise.all(docs.map(async (doc, i) => (doc && (position === undefined || doc.position <= position) ? stateOf(doc) : rowAt(engine, { tableId, rowId: ids[i]! }, position!))));
}

export const bulkHandlers = [
  handle(api.bulkRows, async (context, { params, body: { rows, updates, deletes, restores } }) => {
    const { engine, request, caller } = context;
    await authorize(engine, caller, { access: deletes ? 'rows:delete' : 'rows:write', method: 'POST' }, params);
    const table = await tableDoc(engine, params.tableId, params.projectId);
    const of = { projectId: table.projectId, tableId: table.id };
    const fields = fieldsOf(table);
    const today = engine.now().toISOString().slice(0, 10);

    // What is refused is refused inside the decision: a request that comes again gets its answer whatever the rows and fields are by now.
    if (rows) {
      const ids = rows.map((_, i) => deriveId(request, `row/${i}`));
      const { position } = await written(context, addRows(of, () => each(rows, i => `rows.${i}`, values => cellsOf(fields, values, true, today)).map((values, i) => ({ id: ids[i]!, values }))));
      const states = await rowsAfter(engine, table.id, ids, position);
      return { data: { rows: states.map((state, i) => rowOfState(ids[i]!, state, fields)!), count: rows.length }, position };
    }
    await caughtUp(engine);
    if (updates) {
      const ids = updates.map(({ id }) => id);
      const docs = await docsOf(engine, table.id, ids);
      const { position } = await written(context, changeRows(of, () => {
        const cells = each(updates, i => `updates.${i}.values`, ({ values }) => cellsOf(fields, values, false, today));
        const there = present(docs, i => `updates.${i}.id`);
        const moved = there.filter((doc, i) => (updates[i]!.version ?? doc.version) !== doc.version);
        if (moved.length > 0) throw new Problem('VERSION_MISMATCH', { data: { current: moved.map(doc => rowOf(doc, fields)) } });
        return there.map((doc, i) => ({ id: doc.id, now: doc.values, values: cells[i]! }));
      }));
      const states = await rowsAfter(engine, table.id, ids, position);
      return { data: { rows: states.map((state, i) => rowOfState(ids[i]!, state, fields)!), count: ids.length }, position };
    }
    if (restores) {
      const docs = await docsOf(engine, table.id, restores);
      const gone: { id: string; at: number; versions: Version[] }[] = [];
      for (const [at, id] of restores.entries()) if (!docs[at]) gone.push({ id, at, versions: versionsOf(await eventsOfRow(engine, { tableId: table.id, rowId: id })) });
      const { position } = await written(context, restoreRows(of, () => {
        const never = gone.filter(({ versions }) => versions.at(-1)?.state.kind !== 'removed');
        if (never.length > 0) throw new Problem('NOT_FOUND', { details: never.map(({ at }) => ({ path: `restores.${at}`, message: { key: 'NOT_FOUND' } })) });
        return each(gone, i => `restores.${gone[i]!.at}`, ({ id, versions }) => {
          const { version, createdAt } = versions.at(-1)!.state;
          const kept = versions.findLast(({ state }) => state.kind === 'kept')!.state as RowState & { kind: 'kept' };
          return { id, version: version + 1, createdAt, values: cellsOf(fields, namedValues(fields, kept.values), true, today) };
        });
      }));
      const states = await rowsAfter(engine, table.id, restores, position);
      return { data: { rows: states.map((state, i) => rowOfState(restores[i]!, state, fields)!), count: restores.length }, position };
    }
    const docs = await docsOf(engine, table.id, deletes!);
    const { position } = await written(context, removeRows(of, () => present(docs, i => `deletes.${i}`)));
    return { data: { count: deletes!.length }, position };
  }),
];
