import { memberOf } from '@hzm/contracts/core/json';
import type { Changes, WireChange } from '@hzm/contracts/core/realtime';
import { mayAs } from '@hzm/contracts/features/members/rights';
import { readingRole, type ProjectRole } from '@hzm/contracts/features/members/role';
import type { Project } from '@hzm/contracts/features/projects/project';
import type { Caller } from '@hzm/services/core/engine';
import { shownSecrets, type Secrets } from '@hzm/services/domain/features/projects/view';

/**
 * How much of a topic a watcher is shown: `whole`; `managing` without what can do more than a manager; `reading` without secrets and invitations;
 * `plain` without people's addresses, too, as a project's key sees it; `public` without people, and of plans and campaigns only what is on offer; `looking` without any secret, for an administrator who looks as somebody.
 */
export type Sight = 'whole' | 'looking' | 'managing' | 'reading' | 'plain' | 'public';

interface Watcher {
  readonly role: ProjectRole | null;
  /** May only read what anybody may. */
  readonly isStranger?: boolean;
}

export function sightOf(caller: Caller, watcher: Watcher): Sight {
  const own = ownSight(caller, watcher);
  return caller.looker && (own === 'whole' || own === 'managing') ? 'looking' : own;
}

function ownSight({ key }: Caller, { role, isStranger = false }: Watcher): Sight {
  if (isStranger) return 'public';
  if (key) return key.scope === 'project' ? 'plain' : 'whole';
  if (role === null || mayAs(role, 'project:own')) return 'whole';
  return mayAs(role, 'people:write') ? 'managing' : 'reading';
}

/** Those who are shown the same sit together. */
export const roomOf = (topic: string, sight: Sight): string => (sight === 'whole' ? topic : `${topic} ${sight}`);

/** Who changed what, and what they called the request, is not for strangers. */
function ofNobody(change: WireChange): WireChange {
  const { actor: _, requestId: __, ...rest } = change;
  return rest;
}

/** Without the secrets of a project's document. */
const withSecrets = (secrets: Secrets) => (change: WireChange): WireChange =>
  (change.kind === 'project' && change.doc ? { ...change, doc: { ...change.doc, ...shownSecrets(change.doc as unknown as Project, secrets) } } : change);

const addresses: Readonly<Record<string, string>> = { 'endpoint-request': 'requester_email', 'message': 'sender_email' };

/** Without the address of who asked for an endpoint or wrote a message. */
function withoutAddress(change: WireChange): WireChange {
  const address = memberOf(addresses, change.kind);
  return address !== undefined && change.doc ? { ...change, doc: { ...change.doc, [address]: '' } } : change;
}

/** A project as somebody may who only looks. */
const reading = (change: WireChange): WireChange =>
  (change.kind === 'project' && change.doc && change.doc['role'] ? { ...change, doc: { ...change.doc, role: readingRole(change.doc['role'] as ProjectRole) } } : change);

const only = (isShown: (change: WireChange) => boolean, as: (change: WireChange) => WireChange) => (message: Changes): Changes => ({ ...message, changes: message.changes.filter(isShown).map(as) });

/** Of plans and campaigns what is on offer: to whoever sees no more, the others are gone. */
function ifOffered(change: WireChange): WireChange {
  if (change.doc?.['isOffered'] !== false) return change;
  const { doc: _, ...gone } = change;
  return { ...gone, op: 'drop' };
}

const not = (...kinds: readonly string[]) => ({ kind }: WireChange): boolean => !kinds.includes(kind);

/** A message as it is shown; one without changes is not sent. */
export const shown: Readonly<Record<Sight, (message: Changes) => Changes>> = {
  whole: message => message,
  looking: only(not(), change => reading(withSecrets('none')(change))),
  managing: only(not(), withSecrets('project-keys')),
  reading: only(not('invitation'), withSecrets('none')),
  plain: only(not('invitation', 'member'), change => withoutAddress(withSecrets('none')(change))),
  public: only(not('invitation', 'member'), change => ofNobody(ifOffered(withSecrets('none')(change)))),
};

/** Rooms that see people, and are seen. */
export const peopled: readonly Sight[] = ['whole', 'looking', 'managing', 'reading', 'plain'];
