import type { DomainEvent } from '@hzm/contracts/core/event';
import { mappedIds, usesOf } from '@hzm/contracts/features/custom-endpoints/definition';
import { widgetAdded, widgetChanged, widgetRemoved } from '@hzm/contracts/features/widgets/events';
import { definitionOf, type WidgetSettings } from '@hzm/contracts/features/widgets/settings';
import type { Engine } from '@hzm/services/core/engine';
import { widgetsOf } from './view.ts';
import { isSame, type Widgets } from './widgets.ts';

/** Returns settings for a copy of their table; undefined if a field has no counterpart. */
export const withOtherIds = (
  settings: WidgetSettings,
  idOf: (id: string) => string | undefined,
): WidgetSettings | undefined => mappedIds(settings, usesOf(definitionOf(settings)), idOf);

/** Returns the widgets of a project for a copy of it, which has the same tables under other ids. */
export const widgetCopies = async (
  engine: Pick<Engine, 'model'>,
  projectId: string,
  idOf: (id: string) => string,
): Promise<Widgets> =>
  new Map(
    (await widgetsOf(engine, projectId)).map(({ id, name, type, description, settings }) => [
      idOf(id),
      { name, type, description, settings: settings && withOtherIds(settings, idOf)! },
    ]),
  );

/** Returns the events after which a project has exactly these widgets. */
export const copyChanges = (
  projectId: string,
  now: Widgets,
  wanted: Widgets,
): readonly DomainEvent[] => [
  ...[...now]
    .filter(([widgetId]) => !wanted.has(widgetId))
    .map(([widgetId, { name }]) => widgetRemoved({ projectId, widgetId, name })),
  ...[...wanted].flatMap(([widgetId, content]) => {
    const known = now.get(widgetId);
    if (!known) return [widgetAdded({ projectId, widgetId, ...content })];
    return isSame(known, content) ? [] : [widgetChanged({ projectId, widgetId, ...content })];
  }),
];
