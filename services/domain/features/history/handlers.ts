import * as api from '@hzm/contracts/features/history/api';
import { handle, type Context } from '@hzm/services/core/engine';
import { isDamaged, type DamagedEvent, type Event } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import type { HistoryEntry } from '@hzm/contracts/features/history/history';
import type { IndexEntry } from '@hzm/projections/features/history/history';
import { waitForHead } from '@hzm/services/core/wait-for-head';
import { partOf } from '../rows/past.ts';
import { entriesOf, equals, eventsAt, type IndexCondition } from './log-index.ts';
import { firstFrom } from './time.ts';
import { ROWS_TOLD } from './render-entry.ts';
import { historyReader } from './render-history.ts';

/** Renders the events of the entries until an answer is full; `last`: the position of the last rendered one, if there are more. */
async function tellAll(context: Context, projectId: string, entries: readonly IndexEntry[], rows: number, pick: (event: Event | DamagedEvent) => Event | DamagedEvent | undefined): Promise<{ told: HistoryEntry[]; last: Position | undefined }> {
  const tell = await historyReader(context, projectId, new Set(entries.map(({ position }) => position)), rows);
  const told: HistoryEntry[] = [];
  let last: Position | undefined;
  for await (const event of eventsAt(context.engine, entries)) {
    const own = pick(event);
    const entry = own && (await tell(own));
    if (own && !entry) return { told, last };
    if (entry) told.push(entry);
    last = event.position;
  }
  return { told, last: undefined };
}

export const handlers = [
  handle(api.projectHistory, (context, { params: { projectId }, query: { after, before, from, to, limit: most, actor, type, table, row, rows } }) => context.engine.histories.run(context.caller.actor, async () => {
    const { engine } = context;
    const limit = rows > ROWS_TOLD ? 1 : most;
    await waitForHead(engine);
    const subject = row !== undefined ? equals('rowId', row) : table !== undefined ? equals('tableId', table) : equals('projectId', projectId);
    const where: IndexCondition[] = [subject];
    if (from !== undefined) where.push({ path: 'position', op: 'gte', value: await firstFrom(engine, subject, from) });
    if (to !== undefined) where.push({ path: 'position', op: 'lt', value: await firstFrom(engine, subject, to) });
    if (actor !== undefined) where.push(equals('actor', actor));
    // A change of many rows also counts as a change of each.
    if (type !== undefined) where.push({ path: 'type', op: 'in', values: row === undefined ? [type] : [type, type.replace(/^row-/, 'rows-')] });
    if (after !== undefined) where.push({ path: 'position', op: 'gt', value: after });
    if (before !== undefined) where.push({ path: 'position', op: 'lt', value: before });

    // Backwards, the newest are rendered first: if an answer is full, older ones are left for the next page.
    const backwards = before !== undefined && after === undefined;
    const found = await entriesOf(engine, where, limit + 1, backwards);
    const entries = (backwards ? found.toReversed() : found).slice(0, limit);
    const { told, last } = await tellAll(context, projectId, entries.filter(entry => (entry.projectId ?? entry.partOf) === projectId), rows, event => {
      const own = row === undefined ? event : partOf(event, row);
      return table === undefined || isDamaged(own) || own.data['tableId'] === table ? own : undefined;
    });
    const next = last ?? (found.length > limit ? entries.at(-1)!.position : undefined);
    return { data: { events: backwards ? told.toReversed() : told, ...(next !== undefined && { nextCursor: next }) } };
  })),
];
