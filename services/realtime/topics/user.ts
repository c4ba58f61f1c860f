import type { Change } from '@hzm/contracts/core/change';
import type { Event } from '@hzm/contracts/core/event';
import { ordinal, START, type Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { MAX_MEMBERS } from '@hzm/contracts/features/members/member';
import { changesIn } from '@hzm/projections/core/changes';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import { lookDocs } from '@hzm/projections/features/looks/looks';
import { memberDocs } from '@hzm/projections/features/members/members';
import { followedDocs, notificationDocs } from '@hzm/projections/features/notifications/documents';
import {
  notificationMailDocs,
  notificationSettingsDocs,
} from '@hzm/projections/features/notifications/settings';
import { subscriptionDocs } from '@hzm/projections/features/pricing/pricing';
import { projectDocs, type ProjectDoc } from '@hzm/projections/features/projects/projects';
import { readMarkDocs } from '@hzm/projections/features/read-marks/read-marks';
import { threadStarDocs } from '@hzm/projections/features/threads/documents';
import { accountDoc, userOf } from '@hzm/services/domain/access/account';
import { peopleProjectOf } from '@hzm/services/domain/access/people-of';
import { projectOf } from '@hzm/services/domain/access/project';
import { roleOf } from '@hzm/services/domain/access/role-of';
import { sightOfRole } from '@hzm/services/domain/access/visibility';
import { lookOf } from '@hzm/services/domain/features/looks/view';
import { recipientsOf } from '@hzm/services/domain/features/notifications/view';
import { movedIn } from '../publications/members.ts';
import { projectChange } from '../publications/projects.ts';
import { published, topicIdsOf } from '../publications/registry.ts';
import type { BufferedEvent } from '../replay-buffer.ts';
import {
  topicName,
  type EntryContext,
  type Part,
  type TopicContext,
  type TopicKind,
} from './topic.ts';

const name = 'user';
/**
 * The shared key of changes of all projects and people, because lists are only known when a message
 * is made.
 */
const ALL = name;
const concerned: ReadonlySet<string> = new Set(
  [
    accountDocs,
    followedDocs,
    lookDocs,
    memberDocs,
    notificationDocs,
    notificationMailDocs,
    notificationSettingsDocs,
    projectDocs,
    readMarkDocs,
    subscriptionDocs,
    threadStarDocs,
  ].map(one => one.name),
);
/** Collections whose changes concern a single person, named by the event. */
const personal: ReadonlySet<string> = new Set(
  [
    notificationMailDocs,
    notificationSettingsDocs,
    readMarkDocs,
    subscriptionDocs,
    threadStarDocs,
  ].map(one => one.name),
);

/** Returns the key of the person that an event concerns, or the shared key. */
function keysOf(event: Event, changes: readonly Change[]): readonly string[] {
  const own = changes.filter(({ collection }) => concerned.has(collection));
  if (own.length === 0) return [];
  const ids = own.every(({ collection }) => personal.has(collection))
    ? [...topicIdsOf(name, event, own)]
    : [];
  return ids.length > 0 ? ids.map(id => topicName(name, id)) : [ALL];
}

/**
 * A person's account, notifications and settings, subscription, read marks, stars, and listed
 * projects: own and shared ones; all for administrators.
 */
export const user: TopicKind = {
  name,
  keysTo: id => [ALL, topicName(name, id)],
  keysOf,
  async allow(engine, caller, accountId) {
    if (caller.key || caller.master) throw new Problem('KEY_SCOPE');
    if (!caller.isAdmin && caller.actor !== accountId) throw new Problem('NOT_FOUND');
    await accountDoc(engine, accountId);
    return { role: null, since: START, readsPast: caller.isAdmin && !caller.looker };
  },
  concerned: peopleConcerned,
  toChanges: async (entry, accountId, context) => [
    ...(await ownParts(entry, accountId, context)),
    ...(await lookParts(entry, accountId, context)),
    ...(await published(name, entry, accountId, context)),
    ...(await projectParts(entry, accountId, context)),
  ],
};

/** Returns the people who may be told of an event: by their ids, as administrators, or addressed. */
async function peopleConcerned(
  entry: BufferedEvent,
  ids: readonly string[],
  context: EntryContext,
): Promise<ReadonlySet<string>> {
  const named = new Set([...namedIn(entry), ...(await peopleOfProject(entry, context))]);
  const isOfProject = changesIn(projectDocs, entry.changes).length > 0;
  const recipients = await recipientsIn(entry, context);
  const found = new Set(ids.filter(id => named.has(id)));
  if (!isOfProject && recipients.size === 0) return found;
  for (const id of ids) {
    const account = await context.people.get(id);
    if (!account) continue;
    if (isOfProject && account.isAdmin) found.add(id);
    else if (recipientsOf(account).some(recipient => recipients.has(recipient))) found.add(id);
  }
  return found;
}

/** Returns the accounts that an event names as those whose own things it changes. */
function namedIn({ event, changes }: BufferedEvent): readonly string[] {
  const accounts = changesIn(accountDocs, changes).flatMap(change =>
    change.op === 'drop-where' ? [] : [change.id],
  );
  const { accountId } = event.data;
  const looked =
    changesIn(lookDocs, changes).length > 0 && typeof accountId === 'string' ? [accountId] : [];
  const moved = movedIn(changes).map(({ userId }) => userId);
  return [...accounts, ...looked, ...moved, ...topicIdsOf(name, event, changes)];
}

/** Returns the owner and the members of the project that an event changes or deletes. */
async function peopleOfProject(
  entry: BufferedEvent,
  context: EntryContext,
): Promise<readonly string[]> {
  const project = await projectChange(entry, context);
  if (!project) return [];
  if (!project.doc) {
    const { ownerId, memberIds } = entry.event.data;
    const all = [ownerId, ...(Array.isArray(memberIds) ? memberIds : [])];
    return all.filter(one => typeof one === 'string');
  }
  const { docs } = await context.engine.model.find({
    collection: memberDocs,
    where: [{ path: 'projectId', op: 'eq', value: peopleProjectOf(project.doc) }],
    limit: MAX_MEMBERS,
  });
  return [project.doc.ownerId, ...docs.map(({ userId }) => userId)];
}

/** Returns the accounts and addresses that an event notifies. */
async function recipientsIn(
  { changes }: BufferedEvent,
  { engine }: EntryContext,
): Promise<ReadonlySet<string>> {
  const all = [notificationDocs, followedDocs].flatMap(of =>
    changesIn(of, changes).map(async change =>
      change.op === 'put'
        ? change.doc.recipient
        : change.op === 'patch'
          ? (await engine.model.get(of, change.id))?.recipient
          : undefined,
    ),
  );
  return new Set((await Promise.all(all)).flatMap(recipient => recipient ?? []));
}

/** Returns the account of the person, if changed. */
async function ownParts(
  { event, changes }: BufferedEvent,
  accountId: string,
  { people }: TopicContext,
): Promise<readonly Part[]> {
  if (
    !changesIn(accountDocs, changes).some(
      change => change.op === 'patch' && change.id === accountId,
    )
  )
    return [];
  const doc = await people.get(accountId);
  return doc
    ? [
        {
          op: 'put',
          kind: 'user',
          id: accountId,
          version: ordinal(event.position),
          doc: userOf(doc),
        },
      ]
    : [];
}

/** Returns started and ended impersonations of the person. */
async function lookParts(
  { event: { position }, changes }: BufferedEvent,
  accountId: string,
  { engine, people }: TopicContext,
): Promise<readonly Part[]> {
  const docs = await Promise.all(
    changesIn(lookDocs, changes).flatMap(change =>
      change.op === 'drop-where' ? [] : [engine.model.get(lookDocs, change.id)],
    ),
  );
  return Promise.all(
    docs
      .filter(doc => doc?.accountId === accountId)
      .map(
        async doc =>
          ({
            op: 'put',
            kind: 'look',
            id: doc!.id,
            version: ordinal(position),
            doc: lookOf(doc!, await people.get(doc!.lookerId)),
          }) as const,
      ),
  );
}

async function projectParts(
  entry: BufferedEvent,
  accountId: string,
  context: TopicContext,
): Promise<readonly Part[]> {
  const project = await projectChange(entry, context);
  const { event, changes } = entry;
  if (project && !project.doc)
    return hadIt(event, accountId) || (await isAdmin(accountId, context))
      ? [{ op: 'drop', kind: 'project', id: project.id, version: project.version }]
      : [];
  const moved = movedIn(changes).find(({ userId }) => userId === accountId);
  const projectId = project?.id ?? moved?.projectId;
  if (projectId === undefined) return [];
  // A project deleted by now; that event follows.
  const doc = await context.engine.model.get(projectDocs, projectId);
  // Membership changes apply to the test environment, too.
  const test =
    moved && doc?.testEnvironmentId
      ? await context.engine.model.get(projectDocs, doc.testEnvironmentId)
      : undefined;
  return (
    await Promise.all(
      [doc, test].flatMap(one =>
        one ? [partOf(one, event.position, accountId, moved !== undefined, context)] : [],
      ),
    )
  ).flat();
}

/** Whether a deleted project was in the person's list. */
const hadIt = ({ data: { ownerId, memberIds } }: Event, accountId: string): boolean =>
  ownerId === accountId || (Array.isArray(memberIds) && memberIds.includes(accountId));

const isAdmin = async (accountId: string, { people }: TopicContext): Promise<boolean> =>
  (await people.get(accountId))?.isAdmin === true;

/** Returns the project as the person sees it, or its drop. */
async function partOf(
  doc: ProjectDoc,
  position: Position,
  accountId: string,
  isMoved: boolean,
  context: TopicContext,
): Promise<readonly Part[]> {
  const role = await roleOf(
    context.engine,
    { actor: accountId, isAdmin: await isAdmin(accountId, context), key: undefined },
    doc,
  );
  const of = { kind: 'project', id: doc.id, version: ordinal(position) };
  if (role !== null)
    return [
      {
        op: 'put',
        ...of,
        doc: projectOf(doc, await context.people.get(doc.ownerId), role, sightOfRole(role)),
      },
    ];
  return isMoved ? [{ op: 'drop', ...of }] : [];
}
