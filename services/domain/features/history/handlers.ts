import type { InputOf } from '@hzm/contracts/core/call';
import { isDamaged, type DamagedEvent, type Event } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import { cellFileReleased, cellFileRetained } from '@hzm/contracts/features/cell-files/events';
import * as api from '@hzm/contracts/features/history/api';
import type { HistoryEntry } from '@hzm/contracts/features/history/history';
import { valuesNumbered } from '@hzm/contracts/features/tables/events';
import type { IndexEntry } from '@hzm/projections/features/history/history';
import { handle, type Context } from '@hzm/services/core/engine';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { entriesOf, equals, eventsAt, type IndexCondition } from '../../past/log-index.ts';
import { partOf } from '../../past/row-events.ts';
import { ROWS_RENDERED } from './render-entry.ts';
import { historyRenderer } from './render-history.ts';
import { firstFrom } from './time.ts';

/**
 * Renders the events of the entries until an answer is full; `last` is the position of the last
 * rendered one if there are more.
 */
async function renderAll(
  context: Context,
  projectId: string,
  entries: readonly IndexEntry[],
  rows: number,
  pick: (event: Event | DamagedEvent) => Event | DamagedEvent | undefined,
): Promise<{ rendered: HistoryEntry[]; last: Position | undefined }> {
  const render = await historyRenderer(
    context,
    projectId,
    new Set(entries.map(({ position }) => position)),
    rows,
  );
  const rendered: HistoryEntry[] = [];
  let last: Position | undefined;
  for await (const event of eventsAt(context.engine, entries)) {
    await context.pause();
    const own = pick(event);
    const entry = own && (await render(own));
    if (own && !entry) return { rendered, last };
    if (entry) rendered.push(entry);
    last = event.position;
  }
  return { rendered, last: undefined };
}

const isOf =
  (projectId: string) =>
  (entry: IndexEntry): boolean =>
    (entry.projectId ?? entry.partOf) === projectId;

/**
 * Whether events about a row or table belong to a project, by the first or the last one. Another
 * project's events answer not even a cursor, which would reveal when somebody acted there.
 */
async function isIn(
  engine: Context['engine'],
  subject: IndexCondition,
  projectId: string,
): Promise<boolean> {
  const [[first], [last]] = await Promise.all([
    entriesOf(engine, [subject], 1),
    entriesOf(engine, [subject], 1, true),
  ]);
  return [first, last].some(entry => entry !== undefined && isOf(projectId)(entry));
}

/**
 * Types of events with which the server records the effects of a change that has an event itself;
 * listed only for readers who ask for such a type.
 */
const UNLISTED = [cellFileReleased.type, cellFileRetained.type];

/** Returns the conditions of the index on what a reader asks of a subject's history. */
async function conditionsOf(
  engine: Context['engine'],
  subject: Parameters<typeof firstFrom>[1],
  { after, before, from, to, actor, type, row }: InputOf<typeof api.projectHistory>['query'],
): Promise<IndexCondition[]> {
  const where: IndexCondition[] = [subject];
  if (from !== undefined)
    where.push({ path: 'position', op: 'gte', value: await firstFrom(engine, subject, from) });
  if (to !== undefined)
    where.push({ path: 'position', op: 'lt', value: await firstFrom(engine, subject, to) });
  if (actor !== undefined) where.push(equals('actor', actor));
  if (type === undefined)
    where.push(...UNLISTED.map(value => ({ path: 'type', op: 'ne', value }) as const));
  else
    where.push({
      path: 'type',
      op: 'in',
      // A change of many rows also counts as a change of each.
      values: row === undefined ? [type] : [type, type.replace(/^row-/, 'rows-')],
    });
  if (after !== undefined) where.push({ path: 'position', op: 'gt', value: after });
  if (before !== undefined) where.push({ path: 'position', op: 'lt', value: before });
  return where;
}

export const handlers = [
  handle(api.projectHistory, (context, { params: { projectId }, query }) =>
    context.engine.histories.run(context.source, async () => {
      const { engine } = context;
      const { after, before, limit: most, table, row, rows } = query;
      const limit = rows > ROWS_RENDERED ? 1 : most;
      await waitForHead(engine);
      const subject =
        row !== undefined
          ? equals('rowId', row)
          : table !== undefined
            ? equals('tableId', table)
            : equals('projectId', projectId);
      if (subject.path !== 'projectId' && !(await isIn(engine, subject, projectId))) {
        return { data: { events: [] } };
      }
      const where = await conditionsOf(engine, subject, query);
      // Backwards, the newest are rendered first: if an answer is full, older ones are left for
      // the next page.
      const backwards = before !== undefined && after === undefined;
      const found = await entriesOf(engine, where, limit + 1, backwards);
      const entries = (backwards ? found.toReversed() : found).slice(0, limit);
      const { rendered, last } = await renderAll(
        context,
        projectId,
        entries.filter(isOf(projectId)),
        rows,
        event => {
          // The row's own entries have its number.
          if (row !== undefined && event.type === valuesNumbered.type) return undefined;
          const own = row === undefined ? event : partOf(event, row);
          return table === undefined || isDamaged(own) || own.data['tableId'] === table
            ? own
            : undefined;
        },
      );
      const next = last ?? (found.length > limit ? entries.at(-1)!.position : undefined);
      return {
        data: {
          events: backwards ? rendered.toReversed() : rendered,
          ...(next !== undefined && { nextCursor: next }),
        },
      };
    }),
  ),
];
