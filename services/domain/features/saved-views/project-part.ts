import type { DataOf } from '@hzm/contracts/core/event';
import { mapGroup } from '@hzm/contracts/core/groups';
import { sameJson } from '@hzm/contracts/core/json';
import { savedViewAdded, savedViewChanged } from '@hzm/contracts/features/saved-views/events';
import type {
  ColorRule,
  ViewCondition,
  ViewSettings,
} from '@hzm/contracts/features/saved-views/saved-view';
import { savedViewDocs } from '@hzm/projections/features/saved-views/saved-views';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { decider } from '@hzm/services/core/commands/decider';
import { mirrorId } from '@hzm/services/core/commands/mirror-id';
import { pages } from '@hzm/services/core/read-model/pages';
import { copyingTo, type ProjectPart } from '../../portfolio/project-part.ts';
import type { View } from './saved-views.ts';

const PAGE_DOCUMENTS = 32;

type Where = NonNullable<ViewSettings['where']>;

const withFields = (where: Where, own: (key: string) => string): Where =>
  mapGroup<ViewCondition, ViewCondition>(where, one => ({
    ...one,
    field: own(one.field),
  })) as Where;

const recolored = (rule: ColorRule, own: (key: string) => string): ColorRule => ({
  ...('by' in rule
    ? { by: own(rule.by) }
    : { color: rule.color, where: withFields(rule.where, own) }),
  ...(rule.cell !== undefined && { cell: own(rule.cell) }),
});

/** Returns settings with other ids of fields; the times of rows keep their names. */
function withOtherIds(
  { filters, where, sort, group, board, summary, gallery, height, colors, columns }: ViewSettings,
  idOf: (id: string) => string,
): ViewSettings {
  const own = (key: string): string =>
    key === 'created_at' || key === 'updated_at' ? key : idOf(key);
  const mapped = <T>(byId: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(byId).map(([id, value]) => [own(id), value]));
  const { order, widths, hidden, frozen } = columns;
  return {
    filters: mapped(filters),
    ...(where && { where: withFields(where, own) }),
    sort: sort.map(key => ({ ...key, field: own(key.field) })),
    ...(group && { group: { ...group, field: idOf(group.field) } }),
    ...(board && { board: idOf(board) }),
    ...(summary && { summary: mapped(summary) }),
    ...(gallery && { gallery }),
    ...(height && { height }),
    ...(colors && { colors: colors.map(rule => recolored(rule, own)) }),
    columns: {
      order: order.map(idOf),
      widths: mapped(widths),
      hidden: hidden.map(idOf),
      ...(frozen && { frozen: frozen.map(idOf) }),
    },
  };
}

/** Folds the views of a new copy with their settings. */
const copied = decider<ReadonlyMap<string, View>>(new Map(), when => {
  const kept = (
    s: ReadonlyMap<string, View>,
    { viewId, tableId, ownerId, name, settings }: DataOf<typeof savedViewAdded>,
  ) => new Map(s).set(viewId, { tableId, ownerId, name, settings });
  return [when(savedViewAdded, kept), when(savedViewChanged, kept)];
});

/** The saved views that everybody sees, on the tables of the copy. */
export const savedViewsPart: ProjectPart = {
  streamOf: projectId => `saved-views-${projectId}`,
  async copy(engine, projectId, testId) {
    const idOf = (id: string): string => mirrorId(id, testId);
    const copies = new Map<string, View>();
    const there = new Map<string, boolean>();
    for await (const docs of pages(engine.model, {
      collection: savedViewDocs,
      where: [
        { path: 'projectId', op: 'eq', value: projectId },
        { path: 'ownerId', op: 'eq', value: '' },
      ],
      limit: PAGE_DOCUMENTS,
    }))
      for (const { id, tableId, name, settings } of docs) {
        if (!there.has(tableId))
          there.set(tableId, (await engine.model.get(tableDocs, tableId)) !== undefined);
        // A test environment has no bin, and the views of all tables in one may exceed the memory.
        if (there.get(tableId) === false) continue;
        copies.set(idOf(id), {
          tableId: idOf(tableId),
          ownerId: null,
          name,
          settings: withOtherIds(settings, idOf),
        });
      }
    return copyingTo(engine, savedViewsPart.streamOf(testId), copied, now =>
      [...copies].flatMap(([viewId, view]) => {
        const known = now.get(viewId);
        const event = known ? savedViewChanged : savedViewAdded;
        return known && sameJson(known.settings, view.settings) && known.name === view.name
          ? []
          : [event({ projectId: testId, viewId, ...view })];
      }),
    );
  },
};
