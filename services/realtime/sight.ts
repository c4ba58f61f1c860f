import type { Changes, Members as Present, WireChange } from '@hzm/contracts/core/realtime';
import { readingRole, type ProjectRole } from '@hzm/contracts/features/members/role';
import {
  isShown,
  showsHiddenFields,
  shownTo,
  type Sight,
} from '@hzm/services/domain/access/visibility';
import type { Part } from './topics/topic.ts';

/** Visibilities of watchers: watching keys always have all headers, and files are not watched. */
export type WatcherSight = Exclude<Sight, 'alone' | 'file'>;

/** Returns the room shared by watchers of equal visibility. */
export const roomOf = (topic: string, sight: Sight): string =>
  sight === 'whole' ? topic : `${topic} ${sight}`;

/** Removes actor and request id for anonymous watchers. */
function ofNobody(change: WireChange): WireChange {
  const { actor: _, requestId: __, ...rest } = change;
  return rest;
}

/** Limits a project's role to reading. */
const reading = (change: WireChange): WireChange =>
  change.kind === 'project' && change.doc?.['role']
    ? { ...change, doc: { ...change.doc, role: readingRole(change.doc['role'] as ProjectRole) } }
    : change;

/** Turns plans and campaigns that are not on offer into drops. */
function ifOffered(change: WireChange): WireChange {
  if (change.doc?.['isOffered'] !== false) return change;
  const { doc: _, ...gone } = change;
  return { ...gone, op: 'drop' };
}

const adapted = (sight: Sight, change: WireChange): WireChange =>
  sight === 'looking' ? reading(change) : sight === 'public' ? ofNobody(ifOffered(change)) : change;

type Members = NonNullable<WireChange['doc']>;

const without = (members: Members, names: readonly string[]): Members => {
  const left = { ...members };
  for (const name of names) delete left[name];
  return left;
};

/** Removes a change's members of hidden fields, unless visible. */
function ofShownFields(
  sight: Sight,
  { hidden, ...change }: WireChange & Pick<Part, 'hidden'>,
): WireChange {
  if (hidden === undefined || showsHiddenFields(sight)) return change;
  const { doc, patch } = change;
  return {
    ...change,
    ...(doc && { doc: without(doc, hidden) }),
    ...(patch && { patch: without(patch, hidden) }),
  };
}

/** Returns a message as a watcher sees it; one without changes is not sent. */
export function shownIn(sight: Sight, made: Changes): Changes {
  const message = made.changes.some(change => 'hidden' in change)
    ? { ...made, changes: made.changes.map(change => ofShownFields(sight, change)) }
    : made;
  if (sight === 'whole') return message;
  return {
    ...message,
    changes: message.changes
      .filter(({ kind }) => isShown(kind, sight))
      .map(change =>
        adapted(sight, {
          ...change,
          ...(change.doc && { doc: shownTo(sight, change.kind, change.doc) }),
          ...(change.patch && { patch: shownTo(sight, change.kind, change.patch) }),
        }),
      ),
  };
}

/**
 * Returns presence as a watcher sees it. Readers without hidden fields are told no field at all,
 * because presence is told under any name or id that a client sends.
 */
export const presenceShownIn = (sight: Sight, message: Present): Present =>
  showsHiddenFields(sight)
    ? message
    : {
        ...message,
        members: message.members.map(member => {
          const { field: _, ...state } = member.state;
          return { ...member, state };
        }),
      };

/** All visibilities of watchers. */
export const watcherSights: readonly WatcherSight[] = [
  'whole',
  'limited',
  'looking',
  'managing',
  'reading',
  'plain',
  'public',
];

/** Visibilities that take part in presence. */
export const peopled: readonly Sight[] = watcherSights.filter(sight => sight !== 'public');

/** The same, those together who are told the same of presence. */
export const peopledAlike: readonly (readonly Sight[])[] = [
  peopled.filter(showsHiddenFields),
  peopled.filter(sight => !showsHiddenFields(sight)),
];
