import { hasFiles, hasPeople } from '@hzm/contracts/core/everyday';
import { Problem, type ProblemDetail } from '@hzm/contracts/core/problem';
import { usesOf } from '@hzm/contracts/features/custom-endpoints/definition';
import type { Field } from '@hzm/contracts/features/tables/table';
import {
  definitionOf,
  unaskedTypes,
  type WidgetSettings,
} from '@hzm/contracts/features/widgets/settings';
import type { Engine } from '@hzm/services/core/engine';
import { Checking } from '../custom-endpoints/check.ts';
import { tablesFor } from '../custom-endpoints/resolve.ts';
import type { EndpointTable } from '../custom-endpoints/table.ts';

type Tables = ReadonlyMap<string, EndpointTable>;

/** Returns a path within the settings for one within the definition that follows from them. */
const pathInSettings = ({ type }: WidgetSettings, path: string): string =>
  path
    .replace(/^action\./, 'settings.')
    .replace(/^settings\.values\.?(\d*)/, type === 'form' ? 'settings.fields.$1' : 'settings.value')
    .replace(/\.$/, '');

const fieldIn = (tables: Tables, id: string): Field | undefined =>
  [...tables.values()].flatMap(({ byId }) => byId.get(id) ?? [])[0];

/** Returns the fields that settings name and strangers are shown nothing of: hidden ones, people. */
function unshownIn(settings: WidgetSettings, tables: Tables): ProblemDetail[] {
  return [...usesOf(definitionOf(settings)).fieldIds].flatMap(id => {
    const field = fieldIn(tables, id);
    const key = field?.isHidden
      ? 'widget-field-hidden'
      : field && hasPeople(field.type)
        ? 'widget-field-people'
        : field && hasFiles(field.type)
          ? 'widget-field-files'
          : undefined;
    return key ? [{ path: 'settings', message: { key, values: { name: field!.name } } }] : [];
  });
}

/** Returns the questions of a form that nobody could answer. */
function unaskedIn(settings: WidgetSettings, tables: Tables): ProblemDetail[] {
  if (settings.type !== 'form') return [];
  const table = tables.get(settings.tableId);
  return settings.fields.flatMap(({ field: id }, i) => {
    const field = table?.byId.get(id);
    if (!field || !unaskedTypes.has(field.type)) return [];
    const values = { name: field.name };
    return [
      { path: `settings.fields.${i}.field`, message: { key: 'widget-field-unasked', values } },
    ];
  });
}

/** Finds what keeps a widget from being shown with these tables. */
export const faultsIn = (settings: WidgetSettings, tables: Tables): readonly ProblemDetail[] => [
  ...new Checking(definitionOf(settings), tables)
    .faults()
    .map(({ path, message }) => ({ path: pathInSettings(settings, path), message })),
  ...unshownIn(settings, tables),
  ...unaskedIn(settings, tables),
];

/**
 * Returns what a reader who is not shown hidden fields is told of a broken widget: no name of a
 * hidden field, and no settings that name one, or one that is gone and may have been hidden.
 */
export function withoutHidden(
  settings: WidgetSettings,
  tables: Tables,
  faults: readonly ProblemDetail[],
): { readonly settings: WidgetSettings | null; readonly faults: readonly ProblemDetail[] } {
  const fields = [...tables.values()].flatMap(table => table.fields);
  const hidden = new Set<unknown>(fields.flatMap(one => (one.isHidden ? [one.name] : [])));
  const { fieldIds } = usesOf(definitionOf(settings));
  const isShown = [...fieldIds].every(id => fieldIn(tables, id)?.isHidden === false);
  return {
    settings: isShown ? settings : null,
    faults: faults.map(({ path, message }) => ({
      path,
      message: hidden.has(message.values?.['name']) ? { key: 'widget-hidden-unfit' } : message,
    })),
  };
}

/** Returns the tables that settings name, as they are now. */
export const widgetTables = (
  engine: Pick<Engine, 'model' | 'now'>,
  projectId: string,
  settings: WidgetSettings,
): Promise<Tables> => tablesFor(engine, projectId, definitionOf(settings));

/** @throws Problem VALIDATION_ERROR where settings do not fit the tables of the project */
export async function checkSettings(
  engine: Pick<Engine, 'model' | 'now'>,
  projectId: string,
  settings: WidgetSettings,
): Promise<void> {
  const details = faultsIn(settings, await widgetTables(engine, projectId, settings));
  if (details.length > 0) throw new Problem('VALIDATION_ERROR', { details });
}
