import { collection } from '@hzm/contracts/core/collection';
import type { Position } from '@hzm/contracts/core/position';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import { widgetAdded, widgetChanged, widgetRemoved } from '@hzm/contracts/features/widgets/events';
import type { WidgetSettings, WidgetType } from '@hzm/contracts/features/widgets/settings';
import { drop, dropWhere, patch, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

export type WidgetDoc = {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly type: WidgetType;
  readonly description: string;
  readonly settings: WidgetSettings | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Position of its last change. */
  readonly position: Position;
};

export const widgetDocs = collection<WidgetDoc>({
  name: 'widgets',
  owner: 'projectId',
  namedBy: 'widgetId',
  indexes: [['projectId']],
});

/** One document per widget. */
export const widgets = projection({
  name: 'widgets',
  version: 1,
  collections: [widgetDocs],
  isPointInTime: true,
  on: [
    on(widgetAdded, ({ data: { widgetId: id, ...widget }, meta: { at }, position }) => [
      put(widgetDocs, { id, ...widget, createdAt: at, updatedAt: at, position }),
    ]),
    on(
      widgetChanged,
      ({ data: { widgetId: id, name, type, description, settings }, meta: { at }, position }) => [
        patch(widgetDocs, {
          id,
          set: { name, type, description, settings, updatedAt: at, position },
        }),
      ],
    ),
    on(widgetRemoved, ({ data: { widgetId } }) => [drop(widgetDocs, widgetId)]),
    on(projectDeleted, ({ data: { projectId } }) => [dropWhere(widgetDocs, { projectId })]),
  ],
});
