import type {
  ComparedTable,
  ComparedWidget,
  Comparison,
} from '@hzm/contracts/features/transfers/transfer';

/** Whether live can have a widget once these test tables are transferred. */
export const comes = (
  { tableId, fitsNow, fitsAfter, needs }: ComparedWidget,
  tables: ReadonlySet<string>,
): boolean =>
  fitsAfter
    ? needs.every(id => tables.has(id))
    : fitsNow && (tableId === null || !tables.has(tableId));

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

/** Returns the ids of what is not the same on both sides. */
export const differing = (
  parts: readonly { readonly id: string; readonly state: string }[],
): ReadonlySet<string> => new Set(parts.flatMap(({ id, state }) => (state === 'same' ? [] : [id])));

export const withChoice = (
  chosen: ReadonlySet<string>,
  id: string,
  isChosen: boolean,
): ReadonlySet<string> =>
  new Set([...[...chosen].filter(other => other !== id), ...(isChosen ? [id] : [])]);

/** Ids of chosen tables and widgets. */
interface Choice {
  readonly tables: ReadonlySet<string>;
  readonly widgets: ReadonlySet<string>;
}

export const NO_CHOICE: Choice = { tables: new Set(), widgets: new Set() };

/** A transfer of a choice. */
export interface Going {
  readonly tables: readonly ComparedTable[];
  readonly tableIds: ReadonlySet<string>;
  readonly widgets: readonly ComparedWidget[];
  /** The comparison without the live widgets that get another content at once. */
  readonly shown: Comparison;
  /** The tables of which some may be chosen. */
  readonly differingTables: readonly ComparedTable[];
  /** Identifies the endpoints and widgets that it breaks; empty if none. */
  readonly broken: string;
  /** Number of rows that would not fit. */
  readonly unfit: number;
}

export function goingOf(comparison: Comparison, choice: Choice): Going {
  const tableIds = new Set([...differing(comparison.tables)].filter(id => choice.tables.has(id)));
  const widgets = goingWidgets(comparison.widgets, choice.widgets, tableIds);
  const shown = withoutReplaced(comparison, widgets);
  const differingTables = shown.tables.filter(({ state }) => state !== 'same');
  const tables = differingTables.filter(({ id }) => tableIds.has(id));
  return {
    tables,
    tableIds,
    widgets,
    shown,
    differingTables,
    broken: brokenIn(tables),
    unfit: tables.reduce((sum, { rowsThatWouldNotFit }) => sum + rowsThatWouldNotFit, 0),
  };
}

const brokenIn = (tables: readonly ComparedTable[]): string =>
  [
    ...new Set(
      tables.flatMap(({ endpoints, widgets }) => [
        ...endpoints.map(({ id, version }) => `${id}/${version}`),
        ...widgets.map(({ id }) => id),
      ]),
    ),
  ]
    .toSorted()
    .join(' ');
