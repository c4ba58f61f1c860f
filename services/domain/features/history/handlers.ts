import * as api from '@hzm/contracts/features/history/api';
import { handle } from '@hzm/services/core/engine';
import { caughtUp, entriesOf, equals, eventsAt } from '@hzm/services/core/log-index';
import type { Condition } from '@hzm/services/core/ports/read-model';
import { partOf } from '../rows/past.ts';
import { firstFrom } from './time.ts';
import { ROWS_TOLD } from './tell.ts';
import { told } from './told.ts';

export const handlers = [
  handle(api.projectHistory, async (context, { params: { projectId }, query: { after, before, from, to, limit: most, actor, type, table, row, rows } }) => {
    const { engine } = context;
    const limit = rows > ROWS_TOLD ? 1 : most;
    await caughtUp(engine);
    const subject = row !== undefined ? equals('rowId', row) : table !== undefined ? equals('tableId', table) : equals('projectId', projectId);
    const where: Condition[] = [subject];
    if (from !== undefined) where.push({ path: 'position', op: 'gte', value: await firstFrom(engine, subject, from) });
    if (to !== undefined) where.push({ path: 'position', op: 'lt', value: await firstFrom(engine, subject, to) });
    if (actor !== undefined) where.push(equals('actor', actor));
    // What happened to a row together with others is told as its own.
    if (type !== undefined) where.push({ path: 'type', op: 'in', values: row === undefined ? [type] : [type, type.replace(/^row-/, 'rows-')] });
    if (after !== undefined) where.push({ path: 'position', op: 'gt', value: after });
    if (before !== undefined) where.push({ path: 'position', op: 'lt', value: before });

    const entries = await entriesOf(engine, where, limit, before !== undefined && after === undefined);
    const own = entries.filter(entry => (entry.projectId ?? entry.partOf) === projectId);
    const events = (await eventsAt(engine, own)).map(event => (row === undefined ? event : partOf(event, row)));
    return { data: { events: await told(context, projectId, events.filter(({ data }) => table === undefined || data['tableId'] === table), rows) } };
  }),
];
