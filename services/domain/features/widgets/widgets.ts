import { sameJson } from '@hzm/contracts/core/json';
import { widgetAdded, widgetChanged, widgetRemoved } from '@hzm/contracts/features/widgets/events';
import { WidgetSettings, type WidgetType } from '@hzm/contracts/features/widgets/settings';
import { MAX_WIDGETS } from '@hzm/contracts/features/widgets/widget';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';

export interface WidgetContent {
  readonly name: string;
  readonly type: WidgetType;
  readonly description: string;
  readonly settings: WidgetSettings | null;
}
/** All widgets of a project. */
export type Widgets = ReadonlyMap<string, WidgetContent>;

export const widgets = decider<Widgets>(new Map(), when => [
  when(widgetAdded, (s, { widgetId, name, type, description, settings }) =>
    new Map(s).set(widgetId, { name, type, description, settings }),
  ),
  when(widgetChanged, (s, { widgetId, name, type, description, settings }) =>
    new Map(s).set(widgetId, { name, type, description, settings }),
  ),
  when(widgetRemoved, (s, { widgetId }) => new Map([...s].filter(([id]) => id !== widgetId))),
]);

export interface OfWidget {
  readonly projectId: string;
  readonly widgetId: string;
}
type Decide = (s: Widgets) => Decision;

const complete = (settings: WidgetSettings | null): WidgetSettings | null =>
  settings && WidgetSettings.parse(settings);
export const isSame = (one: WidgetContent, other: WidgetContent): boolean =>
  one.name === other.name &&
  one.type === other.type &&
  one.description === other.description &&
  sameJson(complete(one.settings), complete(other.settings));

const otherShape = (): Decision =>
  reject('VALIDATION_ERROR', {
    details: [{ path: 'settings.type', message: { key: 'widget-settings-type' } }],
  });
const fits = ({ type, settings }: WidgetContent): boolean =>
  settings === null || settings.type === type;

export const addWidget =
  (of: OfWidget, content: WidgetContent): Decide =>
  s =>
    !fits(content)
      ? otherShape()
      : s.has(of.widgetId)
        ? []
        : s.size >= MAX_WIDGETS
          ? reject('CONFLICT', { text: { key: 'widget-limit', values: { limit: MAX_WIDGETS } } })
          : [widgetAdded({ ...of, ...content })];

/** Changes the given members; another type drops settings of the previous type's shape. */
export const changeWidget =
  (of: OfWidget, change: Partial<WidgetContent>): Decide =>
  s => {
    const now = s.get(of.widgetId);
    if (!now) return reject('NOT_FOUND');
    const { type = now.type, settings = type === now.type ? now.settings : null } = change;
    const { name = now.name, description = now.description } = change;
    const next = { name, type, description, settings };
    if (!fits(next)) return otherShape();
    return isSame(now, next) ? [] : [widgetChanged({ ...of, ...next })];
  };

export const removeWidget =
  (of: OfWidget): Decide =>
  s => {
    const now = s.get(of.widgetId);
    return now ? [widgetRemoved({ ...of, name: now.name })] : [];
  };
