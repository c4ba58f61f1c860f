import { keptIn } from '@hzm/contracts/core/groups';
import { Problem } from '@hzm/contracts/core/problem';
import { fieldsOfRule } from '@hzm/contracts/features/saved-views/color-rules';
import type { ViewCondition, ViewSettings } from '@hzm/contracts/features/saved-views/saved-view';
import {
  savedViewDocs,
  type SavedViewDoc,
} from '@hzm/projections/features/saved-views/saved-views';
import type { Context } from '@hzm/services/core/engine';

/** Returns a view that the caller sees. @throws Problem NOT_FOUND */
export async function viewFor(
  { engine, caller }: Pick<Context, 'engine' | 'caller'>,
  viewId: string,
): Promise<SavedViewDoc> {
  const doc = await engine.model.get(savedViewDocs, viewId);
  const isTheirs = doc?.ownerId === '' || (!caller.key && doc?.ownerId === caller.actor);
  if (!doc || !isTheirs) throw new Problem('NOT_FOUND');
  return doc;
}

/** Returns settings without some fields. */
export function withoutFields(
  { filters, where, sort, group, board, summary, gallery, height, colors, columns }: ViewSettings,
  ids: ReadonlySet<string>,
): ViewSettings {
  const rest = <T>(byId: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(byId).filter(([id]) => !ids.has(id)));
  const others = (list: readonly string[]): string[] => list.filter(id => !ids.has(id));
  const { order, widths, hidden, frozen } = columns;
  const figures = summary && rest(summary);
  const kept = where && keptIn<ViewCondition>(where, ({ field }) => !ids.has(field));
  // A rule that lost one of its conditions would colour other rows.
  const rules = colors?.filter(rule => !fieldsOfRule<ViewCondition>(rule).some(id => ids.has(id)));
  return {
    filters: rest(filters),
    ...(kept && { where: kept as NonNullable<ViewSettings['where']> }),
    sort: sort.filter(({ field }) => !ids.has(field)),
    ...(group && !ids.has(group.field) && { group }),
    ...(board && !ids.has(board) && { board }),
    ...(figures && Object.keys(figures).length > 0 && { summary: figures }),
    ...(gallery && { gallery }),
    ...(height && { height }),
    ...(rules && rules.length > 0 && { colors: rules }),
    columns: {
      order: others(order),
      widths: rest(widths),
      hidden: others(hidden),
      ...(frozen && { frozen: others(frozen) }),
    },
  };
}
