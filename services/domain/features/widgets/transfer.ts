import type { Access } from '@hzm/contracts/core/call';
import { START } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { usesOf } from '@hzm/contracts/features/custom-endpoints/definition';
import type { ComparedWidget } from '@hzm/contracts/features/transfers/transfer';
import { widgetAdded } from '@hzm/contracts/features/widgets/events';
import { definitionOf, type WidgetSettings } from '@hzm/contracts/features/widgets/settings';
import { MAX_WIDGETS } from '@hzm/contracts/features/widgets/widget';
import { widgetDocs } from '@hzm/projections/features/widgets/widgets';
import { decider, reject } from '@hzm/services/core/commands/decider';
import { derivedId } from '@hzm/services/core/commands/derived-id';
import { mirrorId } from '@hzm/services/core/commands/mirror-id';
import { PartedMap } from '@hzm/services/core/commands/parted-map';
import type { Context, Engine } from '@hzm/services/core/engine';
import { slice } from '@hzm/services/core/ports/slices';
import { authorize } from '../../access/authorize.ts';
import type { ChangedTables } from '../custom-endpoints/breaks.ts';
import { accessOf } from '../custom-endpoints/call.ts';
import { endpointTable, type EndpointTable } from '../custom-endpoints/table.ts';
import { valueClock } from '../tables/value-clock.ts';
import { withOtherIds } from './copies.ts';
import { faultsIn, widgetTables } from './resolve.ts';
import { isSame, widgets, type WidgetContent, type Widgets } from './widgets.ts';

const streamOf = (projectId: string): string => `widgets-${projectId}`;

/** The ids of all widgets that a project ever had. */
const everIds = decider<PartedMap<true>>(new PartedMap(), when => [
  when(widgetAdded, (s, { widgetId }) => s.with(widgetId, true)),
]);

/** A test environment, and the live project as the transfer of its tables would leave it. */
export interface WidgetSides {
  readonly testProjectId: string;
  readonly liveProjectId: string;
  /** Returns the live id of a test table or field. */
  readonly liveIdOf: (id: string) => string | undefined;
  /** Live tables after a transfer. */
  readonly after: ChangedTables;
}

/** A widget of a test environment with the content that live would get. */
export interface WidgetBesideLive extends ComparedWidget {
  /** Its id in live, also of one that is not there yet. */
  readonly widgetId: string;
  readonly content: WidgetContent;
  /** Whether live can have it once these test tables are transferred. */
  readonly fitsWith: (testTableIds: ReadonlySet<string>) => boolean;
}

export interface ComparedWidgets {
  readonly widgets: readonly WidgetBesideLive[];
  /** Changes with each change of a widget on either side. */
  readonly token: string;
}

/**
 * Returns the live id of a test widget. Keyed, because whoever knows the id of a widget sees what it
 * shows; a deleted widget keeps its id, and the personal links that it had.
 */
function liveWidgetId(
  { codec }: Pick<Engine, 'codec'>,
  { testProjectId, liveProjectId }: WidgetSides,
  id: string,
  live: { readonly now: Widgets; readonly ever: PartedMap<true> },
): string {
  const mirrored = mirrorId(id, testProjectId);
  if (live.now.has(mirrored)) return mirrored;
  for (let n = 0; ; n++) {
    const owner = `project:${liveProjectId}` as const;
    const made = derivedId(codec.idKey, { actor: testProjectId, id }, owner, `widget/${n}`);
    if (live.now.has(made) || !live.ever.has(made)) return made;
  }
}

/** Returns live tables as a transfer would leave them. Each is made once, since many widgets ask. */
async function tablesAfter(engine: Engine, { liveProjectId: projectId, after }: WidgetSides) {
  const clock = await valueClock(engine, projectId);
  const made = new Map<string, EndpointTable>();
  return (id: string): EndpointTable | undefined => {
    const fields = made.has(id) ? undefined : after.get(id);
    if (fields)
      made.set(
        id,
        endpointTable(
          { id, projectId, name: '', clock },
          fields.map(field => ({ ...field, relationships: [] })),
        ),
      );
    return made.get(id);
  };
}

/** Returns whether settings fit live once some test tables are transferred. */
async function fitting(
  engine: Engine,
  { liveProjectId, liveIdOf }: WidgetSides,
  settings: WidgetSettings | null | undefined,
  tableAfter: (id: string) => EndpointTable | undefined,
): Promise<WidgetBesideLive['fitsWith']> {
  if (!settings) return () => settings === null;
  const now = await widgetTables(engine, liveProjectId, settings);
  const used = [...usesOf(definitionOf(settings)).tableIds];
  return testTableIds => {
    const going = new Set([...testTableIds].map(liveIdOf));
    const tables = new Map(now);
    for (const id of used) {
      const table = going.has(id) ? tableAfter(id) : undefined;
      if (table) tables.set(id, table);
    }
    return faultsIn(settings, tables).length === 0;
  };
}

/** Whether one widget was changed later than another. */
async function isNewer(
  { model }: Pick<Engine, 'model'>,
  widgetId: string,
  than: string,
): Promise<boolean> {
  const [one, other] = [await model.get(widgetDocs, widgetId), await model.get(widgetDocs, than)];
  return (one?.position ?? START) > (other?.position ?? START);
}

const none: ReadonlySet<string> = new Set();

/** Returns the tables that a widget shows, or names rows of. */
const usedTables = ({ settings }: WidgetContent): ReadonlySet<string> =>
  settings ? usesOf(definitionOf(settings)).tableIds : none;

/** Returns those of the used tables without which a widget does not fit: each is judged alone. */
async function neededTables(
  used: ReadonlySet<string>,
  fitsWith: WidgetBesideLive['fitsWith'],
): Promise<string[]> {
  const needed: string[] = [];
  for (const id of used) {
    await slice();
    if (!fitsWith(new Set([...used].filter(other => other !== id)))) needed.push(id);
  }
  return needed;
}

/** Compares the widgets of a test environment with those of its live project, by their streams. */
export async function compareWidgets(engine: Engine, sides: WidgetSides): Promise<ComparedWidgets> {
  const { testProjectId, liveProjectId, liveIdOf } = sides;
  const look = (id: string) => engine.executor.look({ stream: streamOf(id), decider: widgets });
  const [test, live] = [await look(testProjectId), await look(liveProjectId)];
  const ever = await engine.executor.load(streamOf(liveProjectId), everIds);
  const tableAfter = await tablesAfter(engine, sides);
  const compared: WidgetBesideLive[] = [];
  for (const [id, content] of test.state) {
    await slice();
    const settings = content.settings && withOtherIds(content.settings, liveIdOf);
    const after = { ...content, settings: settings ?? null };
    const widgetId = liveWidgetId(engine, sides, id, { now: live.state, ever });
    const before = live.state.get(widgetId);
    const fitsWith = await fitting(engine, sides, settings, tableAfter);
    const [fitsNow, fitsAfter] = [fitsWith(none), fitsWith(usedTables(content))];
    compared.push({
      id,
      widgetId,
      content: after,
      name: content.name,
      type: content.type,
      liveWidgetId: before ? widgetId : null,
      state: !before ? 'new' : isSame(before, after) ? 'same' : 'different',
      tableId: content.settings?.tableId ?? null,
      liveIsNewer: before !== undefined && (await isNewer(engine, widgetId, id)),
      fitsWith,
      fitsNow,
      fitsAfter,
      needs: fitsAfter && !fitsNow ? await neededTables(usedTables(content), fitsWith) : [],
    });
  }
  return { widgets: compared, token: `${live.revision + 1}.${test.revision + 1}` };
}

/**
 * Chooses the widgets that live gets, if it can have them once the chosen tables are transferred.
 * @throws Problem VALIDATION_ERROR, CONFLICT
 */
export function chosenWidgets(
  compared: readonly WidgetBesideLive[],
  widgetIds: readonly string[],
  tableIds: readonly string[],
): readonly WidgetBesideLive[] {
  const tables = new Set(tableIds);
  return [...new Set(widgetIds)].map(wanted => {
    const widget = compared.find(({ id }) => id === wanted);
    if (!widget)
      throw new Problem('VALIDATION_ERROR', {
        details: [
          {
            path: `widgetIds.${widgetIds.indexOf(wanted)}`,
            message: { key: 'transfer-widget-unknown' },
          },
        ],
      });
    if (!widget.fitsWith(tables))
      throw new Problem('CONFLICT', {
        text: { key: 'transfer-widget-unfit', values: { widget: widget.name } },
      });
    return widget;
  });
}

/**
 * Checks that the caller may give live widgets with these contents, which show strangers what they show.
 * @throws Problem FORBIDDEN, KEY_SCOPE
 */
export async function checkMayBring(
  { engine, caller }: Context,
  projectId: string,
  contents: readonly WidgetContent[],
): Promise<void> {
  if (contents.length === 0) return;
  const needed = new Set<Access>(['project:write']);
  for (const { settings } of contents) if (settings) needed.add(accessOf(definitionOf(settings)));
  for (const access of needed)
    await authorize(engine, caller, { access, method: 'POST', kind: 'command' }, { projectId });
}

export const contentsOf = (brought: readonly WidgetBesideLive[]): Widgets =>
  new Map(brought.map(({ widgetId, content }) => [widgetId, content]));

/** Returns the refusal of more widgets than a project may have. */
export const tooManyWidgets = (s: Widgets, contents: Widgets): Problem | undefined =>
  new Set([...s.keys(), ...contents.keys()]).size > MAX_WIDGETS
    ? reject('CONFLICT', { text: { key: 'widget-limit', values: { limit: MAX_WIDGETS } } })
    : undefined;

/** @throws Problem CONFLICT if live has no room for these widgets */
export async function checkRoom(
  { executor }: Engine,
  projectId: string,
  brought: readonly WidgetBesideLive[],
): Promise<void> {
  const now = await executor.load(streamOf(projectId), widgets);
  const refusal = tooManyWidgets(now, contentsOf(brought));
  if (refusal) throw refusal;
}
