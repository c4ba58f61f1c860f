import type { Change } from '@hzm/contracts/core/change';
import type { DataOf, Event } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import { accountDeleted } from '@hzm/contracts/features/accounts/events';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import {
  messageChanged,
  messageRemoved,
  messageWritten,
  reactionAdded,
  reactionRemoved,
  threadChanged,
  threadMoved,
  threadOpened,
  threadRenamed,
  threadStarred,
  threadTitleErased,
  threadUnstarred,
} from '@hzm/contracts/features/threads/events';
import { plainText } from '@hzm/contracts/features/threads/mentions';
import type { SystemNote } from '@hzm/contracts/features/threads/message';
import type { Sender } from '@hzm/contracts/features/threads/thread';
import { add, drop, dropPartition, dropWhere, patch, put, type Patch } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';
import {
  erasedTitleDocs,
  messageDocs,
  messagePersonDocs,
  reactionPath,
  starId,
  starPart,
  threadDocs,
  threadMarkDocs,
  threadStarDocs,
  threadTextDocs,
  threadTitleDocs,
  type MessageDoc,
  type ThreadDoc,
} from './documents.ts';

interface OfThread {
  readonly projectId: string;
  readonly threadId: string;
}
type OfMessage = OfThread & { readonly messageId: string };

/** Advances the thread to an event of its own stream. */
const moved = (
  { data: { threadId: id }, meta, position, revision }: Event<OfThread>,
  set: Patch<ThreadDoc> = {},
): Change =>
  patch(threadDocs, {
    id,
    set: { ...set, updatedAt: meta.at, changed: position, streamPosition: position, revision },
  });

/** Adds a message and its searchable text. */
function written(
  {
    data,
    meta: { at },
    position,
    revision,
  }: Event<
    OfMessage &
      Pick<MessageDoc, 'content' | 'attachments' | 'mentions'> & { readonly sender: Sender }
  >,
  replyTo: string | null,
): readonly Change[] {
  const { projectId, threadId, messageId: id, sender, content, attachments, mentions } = data;
  return [
    put(messageDocs, {
      id,
      projectId,
      threadId,
      countedIn: threadId,
      position,
      changed: position,
      revision,
      senderType: sender.type,
      senderId: sender.id,
      content,
      attachments,
      mentions,
      replyTo,
      system: null,
      reactions: {},
      isRemoved: false,
      editedAt: null,
      createdAt: at,
      version: 1,
    }),
    put(
      threadTextDocs,
      { id, threadId, values: { text: plainText(content) } },
      { partition: projectId },
    ),
    ...people(data, sender.type === 'user' ? [sender.id] : []),
  ];
}

/** Records the people whom a message mentions, and `others`. */
const people = (
  { projectId, messageId, mentions }: OfMessage & Pick<MessageDoc, 'mentions'>,
  others: readonly string[] = [],
): readonly Change[] =>
  [
    ...new Set([...others, ...mentions.flatMap(({ kind, id }) => (kind === 'user' ? [id] : []))]),
  ].map(personId =>
    put(messagePersonDocs, { id: `${messageId}/${personId}`, personId, messageId, projectId }),
  );

/** Adds a system message about an event, under the event's id. */
function said(event: Event<OfThread>, system: SystemNote): readonly Change[] {
  const {
    id,
    data: { projectId, threadId },
    meta: { at, actor },
    position,
    revision,
  } = event;
  return [
    put(messageDocs, {
      id,
      projectId,
      threadId,
      countedIn: null,
      position,
      changed: position,
      revision,
      senderType: 'system',
      senderId: actor,
      content: '',
      attachments: [],
      mentions: [],
      replyTo: null,
      system,
      reactions: {},
      isRemoved: false,
      editedAt: null,
      createdAt: at,
      version: 1,
    }),
    moved(event, { position }),
  ];
}

const titled = (
  { id, data: { projectId, threadId }, position }: Event<OfThread>,
  personId: string,
): Change => put(threadTitleDocs, { id, personId, threadId, projectId, position });

/** Takes an erased person's title out of the notes about it and remembers when it stood. */
const withoutTitle = (
  { data: { projectId, threadId }, position: changed }: Event<OfThread>,
  { id, from, until, next }: DataOf<typeof threadTitleErased>['titles'][number],
  end: Position,
): readonly Change[] => [
  patch(messageDocs, { id, set: { 'system.to': '', changed } }),
  ...(next === null ? [] : [patch(messageDocs, { id: next, set: { 'system.from': '', changed } })]),
  put(erasedTitleDocs, { id, threadId, projectId, from, until: until ?? end }),
  drop(threadTitleDocs, id),
];

const heading = (
  title: string,
  tags: readonly string[],
): { readonly title: string; readonly tags: string } => ({ title, tags: tags.join('\n') });
const reacted = (
  { data: { messageId: id }, position }: Event<OfMessage>,
  path: `reactions.${string}`,
  reaction: MessageDoc['reactions'][string] | undefined,
): readonly Change[] => [patch(messageDocs, { id, set: { [path]: reaction, changed: position } })];

function opened(event: Event<DataOf<typeof threadOpened>>): readonly Change[] {
  const { data, position, revision } = event;
  const { projectId, threadId: id, messageId, name: title } = data;
  const { category, priority, tags, row, sender } = data;
  const { at } = event.meta;
  return [
    put(threadDocs, {
      id,
      projectId,
      title,
      titleBy: sender.id,
      status: 'waiting_reply',
      category,
      priority,
      tags,
      row,
      tableId: row?.table_id ?? null,
      rowId: row?.row_id ?? null,
      openerType: sender.type,
      openerId: sender.id,
      written: 1,
      removed: 0,
      lastMessageId: messageId,
      lastMessageAt: at,
      position,
      changed: position,
      streamPosition: position,
      revision,
      createdAt: at,
      updatedAt: at,
    }),
    put(threadMarkDocs, {
      id,
      projectId,
      status: 'waiting_reply',
      tableId: row?.table_id ?? null,
      rowId: row?.row_id ?? null,
      position,
      changedBy: sender.id,
    }),
    put(
      threadTextDocs,
      { id, threadId: id, values: heading(title, tags) },
      { partition: projectId },
    ),
    titled(event, sender.id),
    ...written(event, null),
  ];
}

/** One document per thread and message, and those that count and find them. */
export const threads = projection({
  name: 'threads',
  version: 3,
  collections: [
    threadDocs,
    threadMarkDocs,
    messageDocs,
    messagePersonDocs,
    threadTextDocs,
    threadStarDocs,
    threadTitleDocs,
    erasedTitleDocs,
  ],
  on: [
    on(threadOpened, opened),
    on(messageWritten, event => {
      const {
        data: { threadId: id, messageId, sender, replyTo, status },
        meta: { at },
        position,
      } = event;
      return [
        moved(event, { status, lastMessageId: messageId, lastMessageAt: at, position }),
        add(threadDocs, { id, by: { written: 1 } }),
        patch(threadMarkDocs, { id, set: { status, position, changedBy: sender.id } }),
        ...written(event, replyTo),
      ];
    }),
    on(threadRenamed, event => {
      const {
        data: { projectId, threadId: id, name: title, previously },
      } = event;
      return [
        ...said(event, { kind: 'title', from: previously, to: title }),
        titled(event, event.meta.actor),
        patch(threadDocs, { id, set: { title, titleBy: event.meta.actor } }),
        patch(threadTextDocs, { partition: projectId, id, set: { 'values.title': title } }),
      ];
    }),
    on(threadTitleErased, event => {
      const {
        data: { projectId, threadId: id, name: title, titles },
        position,
      } = event;
      return [
        moved(event, { title }),
        patch(threadTextDocs, { partition: projectId, id, set: { 'values.title': title } }),
        ...titles.flatMap(erased => withoutTitle(event, erased, position)),
      ];
    }),
    on(threadMoved, event => {
      const {
        data: { threadId: id, from, to: status },
      } = event;
      return [
        ...said(event, { kind: 'status', from, to: status }),
        patch(threadDocs, { id, set: { status } }),
        patch(threadMarkDocs, { id, set: { status } }),
      ];
    }),
    on(threadChanged, event => {
      const {
        data: { projectId, threadId: id, category, priority, tags },
      } = event;
      return [
        moved(event, {
          ...(category && { category }),
          ...(priority && { priority }),
          ...(tags && { tags }),
        }),
        ...(tags
          ? [
              patch(threadTextDocs, {
                partition: projectId,
                id,
                set: { 'values.tags': tags.join('\n') },
              }),
            ]
          : []),
      ];
    }),
    on(messageChanged, ({ data, meta: { at }, position }) => {
      const {
        projectId,
        threadId,
        messageId: id,
        content,
        attachments,
        mentions,
        isErasure,
      } = data;
      return [
        patch(messageDocs, {
          id,
          set: {
            content,
            attachments,
            mentions,
            ...(!isErasure && { editedAt: at }),
            changed: position,
          },
        }),
        add(messageDocs, { id, by: { version: 1 } }),
        patch(threadTextDocs, {
          partition: projectId,
          id,
          set: { 'values.text': plainText(content) },
        }),
        patch(threadDocs, { id: threadId, set: { changed: position } }),
        ...people(data),
      ];
    }),
    on(messageRemoved, ({ data: { projectId, threadId, messageId: id }, position }) => [
      patch(messageDocs, {
        id,
        set: {
          content: '',
          attachments: [],
          mentions: [],
          reactions: {},
          countedIn: null,
          isRemoved: true,
          changed: position,
        },
      }),
      add(messageDocs, { id, by: { version: 1 } }),
      drop(threadTextDocs, id, { partition: projectId }),
      dropWhere(messagePersonDocs, { messageId: id }),
      patch(threadDocs, { id: threadId, set: { changed: position } }),
      add(threadDocs, { id: threadId, by: { removed: 1 } }),
    ]),
    on(reactionAdded, event =>
      reacted(event, reactionPath(event.data), {
        at: event.position,
        type: event.data.sender.type,
      }),
    ),
    on(reactionRemoved, event => reacted(event, reactionPath(event.data), undefined)),
    on(threadStarred, ({ data: { accountId, threadId, scope } }) => [
      put(threadStarDocs, {
        id: starId(accountId, threadId),
        accountId,
        threadId,
        scope,
        part: starPart(accountId, scope),
        isStarred: true,
      }),
    ]),
    on(threadUnstarred, ({ data: { accountId, threadId } }) => [
      drop(threadStarDocs, starId(accountId, threadId)),
    ]),
    on(accountDeleted, ({ data: { accountId } }) => [dropWhere(threadStarDocs, { accountId })]),
    on(projectDeleted, ({ data: { projectId } }) => [
      dropWhere(threadDocs, { projectId }),
      dropWhere(threadMarkDocs, { projectId }),
      dropWhere(threadTitleDocs, { projectId }),
      dropWhere(erasedTitleDocs, { projectId }),
      dropWhere(messagePersonDocs, { projectId }),
      dropWhere(messageDocs, { projectId }),
      dropPartition(threadTextDocs, projectId),
      dropWhere(threadStarDocs, { scope: `threads:${projectId}` }),
    ]),
  ],
});
