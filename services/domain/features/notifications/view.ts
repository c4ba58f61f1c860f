import { START, type Position } from '@hzm/contracts/core/position';
import {
  MAX_NOTIFICATIONS,
  NOTIFICATION_DAYS,
  type Notification,
  type NotificationKind,
} from '@hzm/contracts/features/notifications/notification';
import type { ThreadRow } from '@hzm/contracts/features/threads/thread';
import {
  followedDocs,
  notificationDocs,
  recipientOf,
  type NotificationDoc,
} from '@hzm/projections/features/notifications/documents';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { partOf, readMarkDocs } from '@hzm/projections/features/read-marks/read-marks';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { threadDocs, type ThreadDoc } from '@hzm/projections/features/threads/documents';
import type { Engine } from '@hzm/services/core/engine';
import { actorsOf } from '../../access/actors.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The topic of a read mark: all notifications of a person, or one. */
export const scopeOf = (accountId: string) => `notifications:${accountId}` as const;
export const topicOf = (key: string) => `notification:${key}` as const;

/**
 * Returns a person's recipients: the account and its address, because an invitation may precede the
 * account.
 */
export const recipientsOf = ({
  id,
  email,
}: {
  readonly id: string;
  readonly email: string;
}): readonly string[] => [id, recipientOf(email)];

/** Whether a notification is about a message that mentions or answers the person. */
export const isOfMessage = (kind: NotificationKind): boolean =>
  kind === 'mention' || kind === 'reply';

/**
 * Returns a person's notifications without their own actions, newest first, at most
 * `MAX_NOTIFICATIONS`.
 */
export async function notificationsFor(
  { model, now }: Pick<Engine, 'model' | 'now'>,
  person: { readonly id: string; readonly email: string },
): Promise<readonly NotificationDoc[]> {
  const since = new Date(now().getTime() - NOTIFICATION_DAYS * DAY_MS).toISOString();
  const all = await Promise.all(
    [notificationDocs, followedDocs].flatMap(collection =>
      recipientsOf(person).map(recipient =>
        model.find<NotificationDoc>({
          collection,
          where: [
            { path: 'recipient', op: 'eq', value: recipient },
            { path: 'position', op: 'gt', value: START },
          ],
          sort: { by: { path: 'position' }, descending: true },
          limit: MAX_NOTIFICATIONS,
        }),
      ),
    ),
  );
  const found = await reachableOf(
    { model },
    all.flatMap(({ docs }) => docs),
  );
  // A mention replaces the notification about the person's thread.
  const named = new Set(
    found.flatMap(({ kind, position }) => (isOfMessage(kind) ? [position] : [])),
  );
  return found
    .filter(
      ({ actor, at, kind, position }) =>
        actor !== person.id && at >= since && !(kind === 'thread-reply' && named.has(position)),
    )
    .toSorted((a, b) => (a.position < b.position ? 1 : -1))
    .slice(0, MAX_NOTIFICATIONS);
}

/** Returns notifications without those of projects in the bin, which lead nowhere. */
async function reachableOf(
  { model }: Pick<Engine, 'model'>,
  docs: readonly NotificationDoc[],
): Promise<readonly NotificationDoc[]> {
  const ids = new Set(docs.flatMap(({ projectId }) => projectId ?? []));
  const gone = new Set<string>();
  for (const id of ids) if (!(await model.get(projectDocs, id))) gone.add(id);
  return docs.filter(({ projectId }) => projectId === null || !gone.has(projectId));
}

/** Returns a lookup of the time at which a notification was read; null if unread. */
export async function readTimes(
  { model }: Pick<Engine, 'model'>,
  accountId: string,
): Promise<(doc: Pick<NotificationDoc, 'key' | 'position'>) => string | null> {
  const scope = scopeOf(accountId);
  // The mark of all may be older than the newest single marks, so it is read by its id.
  const [whole, { docs }] = await Promise.all([
    model.get(readMarkDocs, `${accountId}/${scope}`),
    model.find({
      collection: readMarkDocs,
      where: [{ path: 'part', op: 'eq', value: partOf(accountId, scope) }],
      sort: { by: 'changed', descending: true },
      limit: 2 * MAX_NOTIFICATIONS,
    }),
  ]);
  const marks = new Map<string, { readonly upTo: Position; readonly at: string }>(
    docs.map(({ topic, upTo, at }) => [topic, { upTo, at }]),
  );
  return ({ key, position }) =>
    [marks.get(topicOf(key)), whole].find(mark => mark !== undefined && position <= mark.upTo)
      ?.at ?? null;
}

/** Returns the path in the web application for a notification. */
function linkOf(
  { kind, key, projectId, subjectId }: NotificationDoc,
  row: ThreadRow | null,
): string | null {
  const thread =
    row === null
      ? `/projects/${projectId}/endpoint-requests?tab=chat&thread=${subjectId}`
      : `/projects/${projectId}/data?table=${row.table_id}&row=${row.row_id}&tab=comments&thread=${subjectId}`;
  switch (kind) {
    case 'request-step':
    case 'request-added':
      return `/projects/${projectId}/endpoint-requests?request=${subjectId}`;
    case 'plan-given':
    case 'plan-ended':
      return '/account';
    case 'master-renewed':
      return '/dashboard';
    // An invitation is answered where it is told, or by its link.
    case 'invitation':
    case 'removed':
      return null;
    case 'thread-reply':
      return thread;
    case 'mention':
    case 'reply':
      return `${thread}&message=${key}`;
    case 'webhook-suspended':
    case 'webhook-secret-renewed':
      return `/projects/${projectId}?tab=settings`;
    case 'keys-suspended':
      return `/projects/${projectId}?tab=api`;
    case 'invitation-accepted':
    case 'invitation-declined':
    case 'role-changed':
    case 'project-received':
    case 'project-given-away':
      return `/projects/${projectId}`;
  }
}

const ofThreads: ReadonlySet<NotificationKind> = new Set(['thread-reply', 'mention', 'reply']);

const threadIn = async (
  { model }: Pick<Engine, 'model'>,
  { kind, subjectId }: NotificationDoc,
): Promise<ThreadDoc | undefined> =>
  subjectId === null || !ofThreads.has(kind) ? undefined : model.get(threadDocs, subjectId);

/** Returns the row of a notification's thread, if its table still exists. */
async function rowOf(
  { model }: Pick<Engine, 'model'>,
  thread: ThreadDoc | undefined,
): Promise<ThreadRow | null> {
  const row = thread?.row ?? null;
  return row !== null && (await model.get(tableDocs, row.table_id)) !== undefined ? row : null;
}

/** A notification on the wire. */
export async function notificationOf(
  engine: Pick<Engine, 'model'>,
  doc: NotificationDoc,
  readAt: string | null,
): Promise<Notification> {
  const { model } = engine;
  const { key: id, kind, at, actor, projectId, name, step, role, position } = doc;
  const thread = await threadIn(engine, doc);
  const [who, project, row] = await Promise.all([
    actorsOf(engine)(actor),
    projectId === null ? undefined : model.get(projectDocs, projectId),
    rowOf(engine, thread),
  ]);
  return {
    id,
    kind,
    at,
    actor: who.name === '' ? null : who,
    projectId,
    projectName: project?.name ?? null,
    name: thread?.title ?? name,
    step,
    role,
    link: linkOf(doc, row),
    readAt,
    position,
  };
}
