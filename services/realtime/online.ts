import type { ProcessPerson } from '@hzm/contracts/core/activity';
import type { Client, Watch } from './client.ts';

/**
 * Who is connected, a connection each. Keys, the master key and administrators who look as somebody
 * are no people who are here.
 */
export const online = (clients: Iterable<Client>): ProcessPerson[] =>
  [...clients].flatMap(({ data: { caller, watches }, handshake }): ProcessPerson[] => {
    if (caller.sessionId === undefined || caller.looker) return [];
    const all = [...watches.values()].filter(({ live }) => live).flatMap(placeOf);
    // The screens of a project watch the project, too, the grid its comments, and every
    // administrator's what concerns them.
    const here =
      [...areas.values()]
        .map(area => all.filter(place => place.area === area))
        .find(({ length }) => length > 0) ?? [];
    const places = [...new Map(here.map(place => [place.projectId, place])).values()];
    return [{ userId: caller.actor, since: new Date(handshake.issued).toISOString(), places }];
  });

/** Without `threads`: every screen watches those of all projects, to count what is unread. */
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
