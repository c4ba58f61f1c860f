import { sameJson } from '@hzm/contracts/core/json';
import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
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
import type { SavedViewDoc } from '@hzm/projections/features/saved-views/saved-views';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';
import { PartedMap } from '@hzm/services/core/commands/parted-map';

export interface View {
  readonly tableId: string;
  /** The account that alone sees the view; null shows it to everybody. */
  readonly ownerId: string | null;
  readonly name: string;
  readonly settings: ViewSettings;
}
/** A view without its settings, because those of all views of a project may exceed the memory. */
interface KnownView extends Omit<View, 'settings'> {
  /** The position of its last change. */
  readonly position: Position | undefined;
}
/** All saved views of a project; those of erased tables stay until there are `MANY_VIEWS`. */
export type SavedViews = PartedMap<KnownView>;

export const savedViews = decider<SavedViews>(new PartedMap(), when => [
  when(savedViewAdded, (s, { viewId, tableId, ownerId, name }, { position }) =>
    s.with(viewId, { tableId, ownerId, name, position }),
  ),
  when(savedViewChanged, (s, { viewId, tableId, ownerId, name }, { position }) =>
    s.with(viewId, { tableId, ownerId, name, position }),
  ),
  when(savedViewRemoved, (s, { viewId }) => s.without(viewId)),
]);

/** Number of views of a project from which on views of erased tables are removed. */
export const MANY_VIEWS = 1_000;
/** Maximum views of erased tables that one added view removes. */
const MAX_ORPHANS = 100;

export interface OfView {
  readonly projectId: string;
  readonly viewId: string;
}
type Decide = (s: SavedViews) => Decision;

const limitOf = (ownerId: string | null): number =>
  ownerId === null ? MAX_SHARED_VIEWS : MAX_OWN_VIEWS;

/**
 * Whether a new view exceeds its limit. Own views count in the project, shared ones in their table.
 * @param erased tables whose own views do not count, because nobody can delete them any more
 */
export function isFull(
  s: SavedViews,
  { tableId, ownerId }: Pick<View, 'tableId' | 'ownerId'>,
  erased: ReadonlySet<string> = new Set(),
): boolean {
  const counts = (one: KnownView): boolean =>
    one.ownerId === ownerId &&
    (ownerId === null ? one.tableId === tableId : !erased.has(one.tableId));
  return s.values().filter(counts).length >= limitOf(ownerId);
}

/** Removes views of erased tables, which no caller can reach any more, if there are many views. */
function removeOrphans(s: SavedViews, projectId: string, erased: ReadonlySet<string>) {
  if (s.size < MANY_VIEWS || erased.size === 0) return [];
  const orphans = s.keys().filter(id => erased.has(s.get(id)!.tableId));
  return orphans.slice(0, MAX_ORPHANS).map(viewId => {
    const { tableId, ownerId, name } = s.get(viewId)!;
    return savedViewRemoved({ projectId, viewId, tableId, ownerId, name });
  });
}

/** @param erased tables as in `isFull`; from `MANY_VIEWS` on, their views are removed */
export const addSavedView =
  (of: OfView, view: View, erased: ReadonlySet<string> = new Set()): Decide =>
  s =>
    s.has(of.viewId)
      ? []
      : isFull(s, view, erased)
        ? reject('CONFLICT', {
            text: { key: 'view-limit', values: { limit: limitOf(view.ownerId) } },
          })
        : [...removeOrphans(s, of.projectId, erased), savedViewAdded({ ...of, ...view })];

/** The refusal of a change of a view that has changed since it was read. */
export class ViewChanged extends Problem {
  constructor() {
    super('NOT_READY', { retryAfter: 1 });
  }
}

/** Changes the given members. @param seen the view as it was read, the source of the others */
export const changeSavedView =
  (
    of: OfView,
    change: Partial<Pick<View, 'name' | 'settings'>>,
    seen: Pick<SavedViewDoc, 'settings' | 'position'>,
  ): Decide =>
  s => {
    const now = s.get(of.viewId);
    if (!now) return reject('NOT_FOUND');
    const { tableId, ownerId } = now;
    if (seen.position !== now.position) return new ViewChanged();
    const { name = now.name, settings = seen.settings } = change;
    return name === now.name && sameJson(settings, seen.settings)
      ? []
      : [savedViewChanged({ ...of, tableId, ownerId, name, settings })];
  };

export const removeSavedView =
  (of: OfView): Decide =>
  s => {
    const now = s.get(of.viewId);
    if (!now) return [];
    const { tableId, ownerId, name } = now;
    return [savedViewRemoved({ ...of, tableId, ownerId, name })];
  };
