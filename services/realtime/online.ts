import type { ProcessPerson } from '@hzm/contracts/core/activity';
import type { Client, Watch } from './client.ts';

/**
 * Returns the connected people, one entry per connection. Keys, the master key and impersonators do
 * not count.
 */
export const online = (clients: Iterable<Client>): ProcessPerson[] =>
  [...clients].flatMap(({ data: { caller, watches }, handshake }): ProcessPerson[] => {
    if (caller.sessionId === undefined || caller.looker) return [];
    const all = [...watches.values()].filter(({ live }) => live).flatMap(placeOf);
    // Only the most specific area counts, because the screens of a project also watch the project,
    // the grid its comments, and administrators' screens the admin topic.
    const here =
      [...areas.values()]
        .map(area => all.filter(place => place.area === area))
        .find(({ length }) => length > 0) ?? [];
    const places = [...new Map(here.map(place => [place.projectId, place])).values()];
    return [{ userId: caller.actor, since: new Date(handshake.issued).toISOString(), places }];
  });

/** Without `threads`: every screen watches those of all projects to count unread ones. */
const areas = new Map<string, ProcessPerson['places'][number]['area']>([
  ['table', 'data'],
  ['thread', 'threads'],
  ['requests', 'requests'],
  ['project', 'project'],
  ['admin', 'administration'],
]);

function placeOf({ topic: { kind }, projectId }: Watch): ProcessPerson['places'] {
  const area = areas.get(kind.name);
  return area === undefined ? [] : [{ area, ...(projectId !== undefined && { projectId }) }];
}
