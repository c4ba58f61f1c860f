import type { ComparedWidget, Comparison } from '@hzm/contracts/features/transfers/transfer';

/** Whether live can have a widget once these test tables are transferred. */
export const comes = (
  { tableId, fitsNow, fitsAfter }: ComparedWidget,
  tables: ReadonlySet<string>,
): boolean => (tableId !== null && tables.has(tableId) ? fitsAfter : fitsNow);

/** Returns the widgets that are transferred with these test tables. */
export const goingWidgets = (
  widgets: readonly ComparedWidget[],
  chosen: ReadonlySet<string>,
  tables: ReadonlySet<string>,
): readonly ComparedWidget[] =>
  widgets.filter(one => one.state !== 'same' && chosen.has(one.id) && comes(one, tables));

/** Returns a comparison without the live widgets that get another content at once. */
export function withoutReplaced(
  comparison: Comparison,
  going: readonly ComparedWidget[],
): Comparison {
  const replaced = new Set(going.map(({ liveWidgetId }) => liveWidgetId));
  return {
    ...comparison,
    tables: comparison.tables.map(table => ({
      ...table,
      widgets: table.widgets.filter(({ id }) => !replaced.has(id)),
    })),
  };
}
