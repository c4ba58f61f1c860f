import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { name, storable } from '../../core/name.ts';
import { SentSettings, WidgetSettings, WidgetType } from './settings.ts';

/** Maximum widgets per project. */
export const MAX_WIDGETS = 100;

export const WidgetName = name({ max: 100, empty: 'widget-name-empty' });
export const WidgetDescription = storable(z.string().trim().max(1_000));

/** Members of a new widget besides its name. */
export const newContent = {
  type: WidgetType,
  description: WidgetDescription.default(''),
  settings: SentSettings.nullable().default(null),
};
/** A widget of an export file. */
export const WidgetInFile = z
  .object(newContent)
  .refine(({ type, settings }) => settings === null || settings.type === type);

/**
 * `draft` has no settings yet; `broken` needs a table or field that was deleted, hidden or changed.
 */
export const WidgetState = z.enum(['draft', 'live', 'broken']);
export type WidgetState = z.output<typeof WidgetState>;

/** A widget in a list. */
export const ListedWidget = z
  .object({
    id: Id,
    name: z.string(),
    type: WidgetType,
    description: z.string(),
    state: WidgetState,
    /** The table that it shows; null for a draft. */
    tableId: Id.nullable(),
    project: z.object({ id: Id, name: z.string() }),
    created_at: Instant,
    updated_at: Instant,
  })
  .meta({ id: 'ListedWidget' });
export type ListedWidget = z.output<typeof ListedWidget>;

/** A reason why a widget is broken, in the reader's language. */
const Fault = z.object({ path: z.string(), message: z.string() });

export const Widget = ListedWidget.extend({
  _version: z.int(),
  settings: WidgetSettings.nullable(),
  faults: z.array(Fault),
}).meta({ id: 'Widget' });
export type Widget = z.output<typeof Widget>;

/** A widget that a change of the schema would break. */
export const AffectedWidget = z
  .object({ id: Id, name: z.string(), type: WidgetType })
  .meta({ id: 'AffectedWidget' });
export type AffectedWidget = z.output<typeof AffectedWidget>;
