import type { Actor } from '@hzm/contracts/core/actor';
import { isDamaged, type DamagedEvent, type Event } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import type { HistoryEntry } from '@hzm/contracts/features/history/history';
import { customEndpointDocs } from '@hzm/projections/features/custom-endpoints/custom-endpoints';
import type { Context } from '../../../core/engine.ts';
import {
  ANSWER_BYTES,
  ByteBudget,
  ENVELOPE_BYTES,
  jsonBytes,
} from '../../../core/ports/byte-budget.ts';
import { readOnce } from '../../../core/read-model/read-once.ts';
import { actorsOf } from '../../access/actors.ts';
import { FileNames } from '../../access/file-names.ts';
import { projectDoc } from '../../access/project.ts';
import { roleOf } from '../../access/role-of.ts';
import { fieldsShownTo, sightOf } from '../../access/visibility.ts';
import { erasing } from './erased-words.ts';
import { loadHistoryContext, withNamesOfPeople } from './history-context.ts';
import { accountsIn, eventDataFor, renderEntry, ROWS_RENDERED } from './render-entry.ts';
import { RowNames } from './row-names.ts';
import { TargetNames, toldCells } from './target-names.ts';

/**
 * Returns a renderer of one project's events in the caller's language, which returns undefined once
 * an answer is full.
 * @param rendered positions of the events
 * @param rows maximum of an event about many
 */
export async function historyRenderer(
  of: Context,
  projectId: string,
  rendered: ReadonlySet<Position>,
  rows?: number,
): Promise<(event: Event | DamagedEvent) => Promise<HistoryEntry | undefined>> {
  const { engine, language, caller } = of;
  const bare = await loadHistoryContext(engine, projectId, rendered);
  const context = await withNamesOfPeople({ engine, caller }, projectId, bare);
  const sight = sightOf(caller, {
    role: await roleOf(engine, caller, await projectDoc(engine, projectId)),
  });
  const actors = new Map<string, Actor>();
  const actorDoc = actorsOf(engine);
  const endpointDoc = readOnce(engine, customEndpointDocs);
  const rowNames = new RowNames(engine);
  const targetNames = new TargetNames(of);
  const isShown = fieldsShownTo(sight, context.hidden);
  const fileNames = new FileNames(engine, [...context.files].filter(isShown));
  const filesOf = async (event: Event | DamagedEvent, most: number) => {
    if (context.files.size === 0 || isDamaged(event) || event.erased) return {};
    const told = toldCells(event.data, most);
    await fileNames.learn(told);
    return fileNames.namesIn(told);
  };
  const withoutErased = erasing(engine, language);
  const budget = new ByteBudget(ANSWER_BYTES - ENVELOPE_BYTES);
  let at = new Date(0).toISOString();
  return async found => {
    const whole = await withoutErased(found);
    const event = { ...whole, data: eventDataFor({ sight, language }, whole) };
    const { actor, endpoint } = event.meta;
    // An event without a time takes that of the one before it.
    at = event.meta.at ?? at;
    for (const id of [actor, ...accountsIn(event)])
      if (id !== undefined && !actors.has(id)) actors.set(id, await actorDoc(id));
    const row = await rowNames.of(event);
    const most = rows ?? ROWS_RENDERED;
    const labels = { ...(await targetNames.of(event, most)), ...(await filesOf(event, most)) };
    const reader = { language, context, actorOf: (id: string) => actors.get(id), sight, labels };
    const entry = {
      ...renderEntry(reader, event, at, rows),
      ...(row && { row }),
      ...(Object.keys(labels).length > 0 && { labels }),
      ...(endpoint !== undefined && {
        endpoint: { id: endpoint, name: (await endpointDoc(endpoint))?.name ?? '' },
      }),
    };
    return budget.takes(jsonBytes(entry) + 1) ? entry : undefined;
  };
}
