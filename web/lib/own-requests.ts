import { newId } from '@hzm/contracts/core/ids';

/** Maximum ids that are kept. A change comes back by a feed within seconds. */
const MAX_KEPT = 10_000;
const ids = new Set<string>();

/** Ids of the latest requests of this tab, by which feeds tell its changes from those of others. */
export const ownRequests: ReadonlySet<string> = ids;

/** Keeps `id`, or a new one, as the latest of this tab's requests; returns it. */
export function ownRequest(id: string = newId()): string {
  ids.delete(id);
  ids.add(id);
  if (ids.size > MAX_KEPT) ids.delete(ids.values().next().value!);
  return id;
}
