import { Problem } from '@hzm/contracts/core/problem';
import type { AffectedWidget } from '@hzm/contracts/features/widgets/widget';
import { slice } from '@hzm/services/core/ports/slices';
import { withChange } from '../custom-endpoints/breaks.ts';
import type { SchemaGuard } from '../tables/schema-guard.ts';
import { faultsIn, widgetTables } from './resolve.ts';
import { widgetsOf } from './view.ts';

/** Objects to a change of a table after which widgets could not be shown; broken ones have no say. */
export const guardWidgets: SchemaGuard = async (engine, { table, fields }) => {
  const widgets: AffectedWidget[] = [];
  for (const { id, name, type, settings } of await widgetsOf(engine, table.projectId)) {
    await slice();
    if (settings?.tableId !== table.id) continue;
    const tables = await widgetTables(engine, table.projectId, settings);
    if (faultsIn(settings, tables).length > 0) continue;
    if (faultsIn(settings, withChange(tables, table.id, fields)).length > 0)
      widgets.push({ id, name, type });
  }
  return widgets.length > 0
    ? new Problem('CONFLICT', { text: 'widgets-needed', data: { widgets } })
    : undefined;
};
