import { isEventOf } from '@hzm/contracts/core/event';
import { ordinal } from '@hzm/contracts/core/position';
import { usesOf } from '@hzm/contracts/features/custom-endpoints/definition';
import { topicAccess } from '@hzm/contracts/features/members/rights';
import { widgetChanged, widgetRemoved } from '@hzm/contracts/features/widgets/events';
import { definitionOf, type WidgetSettings } from '@hzm/contracts/features/widgets/settings';
import { changesIn } from '@hzm/projections/core/changes';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { authorize } from '@hzm/services/domain/access/authorize';
import { projectDoc } from '@hzm/services/domain/access/project';
import { openWidget } from '@hzm/services/domain/features/widgets/embed/embed';
import { widgetDoc } from '@hzm/services/domain/features/widgets/view';
import { topicIdsOf } from '../publications/registry.ts';
import { topicName, type TopicKind } from './topic.ts';

const name = 'widget';

/** A watched widget, with the tables and the project that it depends on. */
interface Watched {
  count: number;
  readonly on: Set<string>;
}
/** The widgets that are watched in this process. */
const watched = new Map<string, Watched>();
/** Their ids, by the table or project that they depend on. */
const dependents = new Map<string, Set<string>>();

/** Remembers what a watched widget depends on, also the tables whose rows it names. */
function remember(widgetId: string, settings: WidgetSettings | null, projectId?: string): void {
  const known = watched.get(widgetId);
  if (!known) return;
  const tableIds = settings ? usesOf(definitionOf(settings)).tableIds : [];
  for (const on of [...tableIds, ...(projectId === undefined ? [] : [projectId])]) {
    known.on.add(on);
    dependents.set(on, (dependents.get(on) ?? new Set<string>()).add(widgetId));
  }
}

function release(widgetId: string): void {
  const known = watched.get(widgetId)!;
  if (--known.count > 0) return;
  watched.delete(widgetId);
  for (const on of known.on) {
    const ids = dependents.get(on)!;
    ids.delete(widgetId);
    if (ids.size === 0) dependents.delete(on);
  }
}

/**
 * Tells that the content of a widget has changed, and nothing of the content: viewers fetch it, and
 * share one reading of the rows. A member or key needs the right to read the project.
 */
export const widget: TopicKind = {
  name,
  isCoalesced: true,
  retain(widgetId) {
    const known = watched.get(widgetId) ?? { count: 0, on: new Set() };
    known.count++;
    watched.set(widgetId, known);
    return () => release(widgetId);
  },
  keysTo: id => [topicName(name, id)],
  keysOf(event, changes) {
    if (watched.size === 0) return [];
    if (isEventOf(widgetChanged, event) || isEventOf(widgetRemoved, event)) {
      const { widgetId } = event.data;
      if (isEventOf(widgetChanged, event)) remember(widgetId, event.data.settings);
      return watched.has(widgetId) ? [topicName(name, widgetId)] : [];
    }
    const { tableId } = event.data;
    const concerned = [
      ...topicIdsOf('table', event, changes),
      ...(typeof tableId === 'string' ? [tableId] : []),
      ...changesIn(projectDocs, changes).flatMap(change =>
        change.op === 'patch' ? [change.id] : [],
      ),
    ];
    const ids = new Set(concerned.flatMap(id => [...(dependents.get(id) ?? [])]));
    return [...ids].map(id => topicName(name, id));
  },
  async allow(engine, caller, widgetId) {
    if (caller.actor === 'anonymous') await openWidget(engine, widgetId);
    else {
      const call = { access: topicAccess.widget, method: 'GET' } as const;
      await authorize(engine, caller, call, { widgetId });
    }
    const { projectId, settings } = await widgetDoc(engine, widgetId);
    remember(widgetId, settings, projectId);
    // Nothing is replayed: a viewer who was away fetches the content.
    const { position: since } = engine.projector;
    const { ownerId } = await projectDoc(engine, projectId);
    return { projectId, ownerId, role: null, isStranger: true, since, readsPast: false };
  },
  toChanges: async ({ event: { position } }, id) => [
    { op: 'patch', kind: name, id, version: ordinal(position), patch: { changed: position } },
  ],
};
