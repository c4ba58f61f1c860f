import { isEventOf } from '@hzm/contracts/core/event';
import { ordinal } from '@hzm/contracts/core/position';
import { topicAccess } from '@hzm/contracts/features/members/rights';
import { widgetChanged, widgetRemoved } from '@hzm/contracts/features/widgets/events';
import { changesIn } from '@hzm/projections/core/changes';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { authorize } from '@hzm/services/domain/access/authorize';
import { openWidget } from '@hzm/services/domain/features/widgets/embed/embed';
import { widgetDoc } from '@hzm/services/domain/features/widgets/view';
import { topicIdsOf } from '../publications/registry.ts';
import { topicName, type TopicKind } from './topic.ts';

const name = 'widget';

/** The widgets that were watched in this process, by the table or project that they depend on. */
const watched = new Map<string, Set<string>>();

function remember(widgetId: string, on: string | undefined): void {
  if (on === undefined) return;
  const widgets = watched.get(on) ?? new Set<string>();
  watched.set(on, widgets.add(widgetId));
}

/**
 * Tells that the content of a widget has changed, and nothing of the content: viewers fetch it, and
 * share one reading of the rows. A member or key needs the right to read the project.
 */
export const widget: TopicKind = {
  name,
  keysTo: id => [topicName(name, id)],
  keysOf(event, changes) {
    if (watched.size === 0) return [];
    if (isEventOf(widgetChanged, event)) {
      const { widgetId, settings } = event.data;
      remember(widgetId, settings?.tableId);
      return [topicName(name, widgetId)];
    }
    if (isEventOf(widgetRemoved, event)) return [topicName(name, event.data.widgetId)];
    const { tableId } = event.data;
    const concerned = [
      ...topicIdsOf('table', event, changes),
      ...(typeof tableId === 'string' ? [tableId] : []),
      ...changesIn(projectDocs, changes).flatMap(change =>
        change.op === 'patch' ? [change.id] : [],
      ),
    ];
    const ids = new Set(concerned.flatMap(id => [...(watched.get(id) ?? [])]));
    return [...ids].map(id => topicName(name, id));
  },
  async allow(engine, caller, widgetId) {
    if (caller.actor === 'anonymous') await openWidget(engine, widgetId);
    else {
      const call = { access: topicAccess.widget, method: 'GET' } as const;
      await authorize(engine, caller, call, { widgetId });
    }
    const { projectId, settings } = await widgetDoc(engine, widgetId);
    remember(widgetId, settings?.tableId);
    remember(widgetId, projectId);
    // Nothing is replayed: a viewer who was away fetches the content.
    const { position: since } = engine.projector;
    return { projectId, role: null, isStranger: true, since, readsPast: false };
  },
  toChanges: async ({ event: { position } }, id) => [
    { op: 'patch', kind: name, id, version: ordinal(position), patch: { changed: position } },
  ],
};
