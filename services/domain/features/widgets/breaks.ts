import { Problem } from '@hzm/contracts/core/problem';
import { usesOf } from '@hzm/contracts/features/custom-endpoints/definition';
import { definitionOf } from '@hzm/contracts/features/widgets/settings';
import type { AffectedWidget } from '@hzm/contracts/features/widgets/widget';
import type { Engine } from '@hzm/services/core/engine';
import { slice } from '@hzm/services/core/ports/slices';
import { withChange, type ChangedTables } from '../custom-endpoints/breaks.ts';
import type { SchemaGuard } from '../tables/schema-guard.ts';
import { faultsIn, widgetTables } from './resolve.ts';
import { widgetsOf } from './view.ts';

/**
 * Finds the widgets that could not be shown if tables changed, by their table. Those that are
 * broken already are left out.
 */
export async function brokenWidgets(
  engine: Pick<Engine, 'model' | 'now'>,
  projectId: string,
  changed: ChangedTables,
): Promise<ReadonlyMap<string, readonly AffectedWidget[]>> {
  const broken = new Map([...changed.keys()].map(id => [id, [] as AffectedWidget[]]));
  if (changed.size === 0) return broken;
  for (const { id, name, type, settings } of await widgetsOf(engine, projectId)) {
    await slice();
    const named = settings
      ? [...usesOf(definitionOf(settings)).tableIds].filter(of => changed.has(of))
      : [];
    if (!settings || named.length === 0) continue;
    const tables = await widgetTables(engine, projectId, settings);
    if (faultsIn(settings, tables).length > 0) continue;
    for (const of of named)
      if (faultsIn(settings, withChange(tables, of, changed.get(of))).length > 0)
        broken.get(of)!.push({ id, name, type });
  }
  return broken;
}

/** Refuses a change that widgets could not be shown after; `data.widgets` lists them. */
export const widgetsNeeded = (widgets: readonly AffectedWidget[]): Problem | undefined =>
  widgets.length > 0
    ? new Problem('CONFLICT', { text: 'widgets-needed', data: { widgets: [...widgets] } })
    : undefined;

/** Objects to a change of one table after which widgets could not be shown. */
export const guardWidgets: SchemaGuard = async (engine, { table: { id, projectId }, fields }) =>
  widgetsNeeded(
    [...(await brokenWidgets(engine, projectId, new Map([[id, fields]]))).values()].flat(),
  );
