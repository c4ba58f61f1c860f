import { keptIn } from '@hzm/contracts/core/groups';
import { sameJson } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import { fieldsOfRule, MAX_COLOR_RULES } from '@hzm/contracts/features/saved-views/color-rules';
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

/**
 * Returns settings that a caller saves, with what the view has of fields that they are not shown:
 * the parts that they did not change, and filters and colours beside theirs.
 */
export function withHidden(
  given: ViewSettings,
  stored: ViewSettings,
  hidden: ReadonlySet<string>,
): ViewSettings {
  const shown = withoutFields(stored, hidden);
  const areSame = (...parts: readonly (keyof ViewSettings)[]): boolean =>
    parts.every(part => sameJson(given[part], shown[part]));
  const kept = (...parts: readonly (keyof ViewSettings)[]): Partial<ViewSettings> =>
    areSame(...parts)
      ? Object.fromEntries(parts.flatMap(part => (stored[part] ? [[part, stored[part]]] : [])))
      : {};
  const filters = Object.entries(stored.filters).filter(([field]) => hidden.has(field));
  const colors = (stored.colors ?? []).filter(rule =>
    fieldsOfRule<ViewCondition>(rule).some(field => hidden.has(field)),
  );
  return {
    ...given,
    filters: { ...Object.fromEntries(filters), ...given.filters },
    ...(colors.length > 0 && {
      colors: [...(given.colors ?? []), ...colors].slice(0, MAX_COLOR_RULES),
    }),
    ...kept('where'),
    ...kept('sort'),
    // A board goes before a group.
    ...kept('group', 'board'),
    ...kept('summary'),
    ...kept('colors'),
    ...kept('columns'),
  };
}
