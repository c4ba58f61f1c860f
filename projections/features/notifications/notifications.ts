import type { Change } from '@hzm/contracts/core/change';
import type { Event } from '@hzm/contracts/core/event';
import { START } from '@hzm/contracts/core/position';
import { accountDeleted } from '@hzm/contracts/features/accounts/events';
import {
  endpointRequestAdded,
  endpointRequestMoved,
  endpointRequestRejected,
  endpointRequestRestored,
  endpointRequestStepUndone,
  endpointRequestWithdrawn,
} from '@hzm/contracts/features/endpoint-requests/events';
import type { RequestStatus } from '@hzm/contracts/features/endpoint-requests/request';
import { apiKeysSuspended } from '@hzm/contracts/features/keys/events';
import { masterCredentialsRenewed } from '@hzm/contracts/features/master/events';
import {
  invitationDeclined,
  invitationWithdrawn,
  memberInvited,
  memberJoined,
  memberRemoved,
  memberRoleChanged,
  projectHandedOver,
} from '@hzm/contracts/features/members/events';
import type { NotificationKind } from '@hzm/contracts/features/notifications/notification';
import { accountSubscribed, accountUnsubscribed } from '@hzm/contracts/features/pricing/events';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import {
  messageRemoved,
  messageWritten,
  threadOpened,
} from '@hzm/contracts/features/threads/events';
import type { Mention } from '@hzm/contracts/features/threads/message';
import type { Sender } from '@hzm/contracts/features/threads/thread';
import { webhookSecretRenewed, webhookSuspended } from '@hzm/contracts/features/webhooks/events';
import { drop, dropWhere, patch, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';
import {
  followed,
  followedDocs,
  notificationDocs,
  recipientOf,
  told,
  type NotificationDoc,
} from './documents.ts';

/** Skips the actor: people get no notification of their own actions. */
const tell = (doc: NotificationDoc): readonly Change[] =>
  doc.recipient === doc.actor ? [] : [put(notificationDocs, { ...doc, day: doc.at.slice(0, 10) })];

const everywhere = (where: {
  readonly recipient?: string;
  readonly projectId?: string;
}): readonly Change[] => [dropWhere(notificationDocs, where), dropWhere(followedDocs, where)];

/** Notifies the project's owner that somebody asks for an endpoint. */
const asked = (
  event: Event<{ projectId: string; requestId: string; name: string; ownerId: string | null }>,
): readonly Change[] => {
  const { projectId, requestId, name, ownerId } = event.data;
  const about = { projectId, subjectId: requestId, name };
  return ownerId === null ? [] : tell(told(event, ownerId, 'request-added', requestId, about));
};

/** Updates a followed notification to its latest event. */
const latest = (
  { meta: { at, actor }, position }: Event<unknown>,
  id: string,
  set: Partial<Pick<NotificationDoc, 'name' | 'step'>>,
): Change => patch(followedDocs, { id, set: { ...set, at, actor, position } });
const step = (
  event: Event<{ requestId: string; name: string }>,
  to: RequestStatus,
): readonly Change[] => [latest(event, event.data.requestId, { name: event.data.name, step: to })];

type Written = Event<{
  projectId: string;
  threadId: string;
  messageId: string;
  mentions: Mention[];
}>;

/** Notifies the mentioned people and the person answered, each once. */
const written = (event: Written, repliedTo: Sender | null): readonly Change[] => {
  const { projectId, threadId: subjectId, messageId } = event.data;
  const people = new Map<string, NotificationKind>(
    repliedTo?.type === 'user' ? [[repliedTo.id, 'reply']] : [],
  );
  for (const one of event.data.mentions) if (one.kind === 'user') people.set(one.id, 'mention');
  return [...people].flatMap(([id, kind]) =>
    tell(told(event, id, kind, messageId, { projectId, subjectId })),
  );
};

/**
 * The notifications of all people: each notifying event has a line here. Only the first event names
 * the recipient; the document keeps it for later events. Decision 0029.
 */
export const notifications = projection({
  name: 'notifications',
  version: 7,
  collections: [notificationDocs, followedDocs],
  on: [
    on(endpointRequestAdded, event => {
      const { projectId, requestId, name } = event.data;
      return [
        put(
          followedDocs,
          followed(event, event.meta.actor, 'request-step', requestId, {
            projectId,
            subjectId: requestId,
            name,
            step: 'pending',
          }),
        ),
        ...asked(event),
      ];
    }),
    on(endpointRequestMoved, event => step(event, event.data.to)),
    on(endpointRequestRejected, event => step(event, 'rejected')),
    on(endpointRequestStepUndone, event => step(event, event.data.standing.status)),
    on(endpointRequestWithdrawn, ({ data: { requestId: id } }) => [
      patch(followedDocs, { id, set: { position: START } }),
      dropWhere(notificationDocs, { key: id }),
    ]),
    on(endpointRequestRestored, asked),

    on(memberInvited, event => {
      const { projectId, invitationId, email, role } = event.data;
      return tell({
        ...told(event, recipientOf(email), 'invitation', invitationId, { projectId, role }),
        id: invitationId,
      });
    }),
    on(invitationWithdrawn, ({ data: { invitationId } }) => [drop(notificationDocs, invitationId)]),
    on(invitationDeclined, event => {
      const { projectId, invitationId, invitedBy, role } = event.data;
      return [
        drop(notificationDocs, invitationId),
        ...tell(told(event, invitedBy, 'invitation-declined', event.id, { projectId, role })),
      ];
    }),
    on(memberJoined, event => {
      const { projectId, invitationId, invitedBy, role } = event.data;
      return [
        drop(notificationDocs, invitationId),
        ...tell(told(event, invitedBy, 'invitation-accepted', event.id, { projectId, role })),
      ];
    }),
    on(memberRoleChanged, event => {
      const { projectId, userId, role } = event.data;
      return tell(told(event, userId, 'role-changed', event.id, { projectId, role }));
    }),
    // Earlier notifications about the project are dropped, because the person may no longer read
    // them.
    on(memberRemoved, event => {
      const { projectId, userId } = event.data;
      return [
        ...everywhere({ recipient: userId, projectId }),
        ...tell(told(event, userId, 'removed', event.id, { projectId })),
      ];
    }),
    on(projectHandedOver, event => {
      const { projectId, ownerId, fromId } = event.data;
      return [
        ...tell(told(event, ownerId, 'project-received', event.id, { projectId })),
        ...tell(told(event, fromId, 'project-given-away', event.id, { projectId })),
      ];
    }),

    on(apiKeysSuspended, event => {
      const { projectId, ownerId, names } = event.data;
      return tell(
        told(event, ownerId, 'keys-suspended', event.id, { projectId, name: names.join(', ') }),
      );
    }),

    on(webhookSuspended, event => {
      const { projectId, ownerId } = event.data;
      return tell(told(event, ownerId, 'webhook-suspended', event.id, { projectId }));
    }),
    on(webhookSecretRenewed, event => {
      const { projectId, ownerId } = event.data;
      return ownerId === undefined
        ? []
        : tell(told(event, ownerId, 'webhook-secret-renewed', event.id, { projectId }));
    }),

    on(accountSubscribed, event =>
      tell(
        told(event, event.data.accountId, 'plan-given', event.id, { name: event.data.planName }),
      ),
    ),
    on(accountUnsubscribed, event =>
      tell(
        told(event, event.data.accountId, 'plan-ended', event.id, { name: event.data.planName }),
      ),
    ),

    on(masterCredentialsRenewed, event =>
      event.data.told.flatMap(id => tell(told(event, id, 'master-renewed', event.id, {}))),
    ),

    on(threadOpened, event => {
      const { projectId, threadId, sender } = event.data;
      return [
        ...(sender.type === 'user'
          ? [
              put(
                followedDocs,
                followed(event, sender.id, 'thread-reply', threadId, {
                  projectId,
                  subjectId: threadId,
                }),
              ),
            ]
          : []),
        ...written(event, null),
      ];
    }),
    on(messageWritten, event => [
      latest(event, event.data.threadId, {}),
      ...written(event, event.data.repliedTo),
    ]),
    on(messageRemoved, ({ data: { messageId: key } }) => [dropWhere(notificationDocs, { key })]),

    on(projectDeleted, ({ data: { projectId } }) => everywhere({ projectId })),
    on(accountDeleted, ({ data: { accountId: recipient } }) => everywhere({ recipient })),
  ],
});
