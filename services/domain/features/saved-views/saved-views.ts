import { sameJson } from '@hzm/contracts/core/json';
import {
  savedViewAdded,
  savedViewChanged,
  savedViewRemoved,
} from '@hzm/contracts/features/saved-views/events';
import {
  MAX_OWN_VIEWS,
  MAX_SHARED_VIEWS,
  type ViewSettings,
} from '@hzm/contracts/features/saved-views/saved-view';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';

export interface View {
  readonly tableId: string;
  /** The account that alone sees the view; null shows it to everybody. */
  readonly ownerId: string | null;
  readonly name: string;
  readonly settings: ViewSettings;
}
/** All saved views of a project. */
export type SavedViews = ReadonlyMap<string, View>;

export const savedViews = decider<SavedViews>(new Map(), when => [
  when(savedViewAdded, (s, { viewId, tableId, ownerId, name, settings }) =>
    new Map(s).set(viewId, { tableId, ownerId, name, settings }),
  ),
  when(savedViewChanged, (s, { viewId, tableId, ownerId, name, settings }) =>
    new Map(s).set(viewId, { tableId, ownerId, name, settings }),
  ),
  when(savedViewRemoved, (s, { viewId }) => new Map([...s].filter(([id]) => id !== viewId))),
]);

export interface OfView {
  readonly projectId: string;
  readonly viewId: string;
}
type Decide = (s: SavedViews) => Decision;

const limitOf = (ownerId: string | null): number =>
  ownerId === null ? MAX_SHARED_VIEWS : MAX_OWN_VIEWS;

/**
 * Whether a view finds no room. Own views are counted in the project, others in their table.
 * @param gone tables that are erased: nobody finds or deletes their views any more
 */
export function isFull(
  s: SavedViews,
  { tableId, ownerId }: Pick<View, 'tableId' | 'ownerId'>,
  gone: ReadonlySet<string> = new Set(),
): boolean {
  const counts = (one: View): boolean =>
    one.ownerId === ownerId &&
    (ownerId === null ? one.tableId === tableId : !gone.has(one.tableId));
  return s.values().filter(counts).toArray().length >= limitOf(ownerId);
}

/** @param gone as `isFull` has it */
export const addSavedView =
  (of: OfView, view: View, gone?: ReadonlySet<string>): Decide =>
  s =>
    s.has(of.viewId)
      ? []
      : isFull(s, view, gone)
        ? reject('CONFLICT', {
            text: { key: 'view-limit', values: { limit: limitOf(view.ownerId) } },
          })
        : [savedViewAdded({ ...of, ...view })];

/** Changes the given members. */
export const changeSavedView =
  (of: OfView, change: Partial<Pick<View, 'name' | 'settings'>>): Decide =>
  s => {
    const now = s.get(of.viewId);
    if (!now) return reject('NOT_FOUND');
    const { name = now.name, settings = now.settings } = change;
    return name === now.name && sameJson(settings, now.settings)
      ? []
      : [savedViewChanged({ ...of, ...now, name, settings })];
  };

export const removeSavedView =
  (of: OfView): Decide =>
  s => {
    const now = s.get(of.viewId);
    if (!now) return [];
    const { tableId, ownerId, name } = now;
    return [savedViewRemoved({ ...of, tableId, ownerId, name })];
  };
