import * as z from 'zod';
import { command, count, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { At } from '../../core/realtime.ts';
import {
  Body,
  InitialMessage,
  Message,
  MAX_CHANGES,
  MAX_MESSAGE,
  MAX_MESSAGES,
  MAX_REACTIONS,
  MessageVersion,
  MESSAGES_PER_MINUTE,
  ReactionEmoji,
} from './message.ts';
import {
  ListedThread,
  MAX_THREADS,
  RowCount,
  RowThread,
  StatusCounts,
  ThreadCategory,
  ThreadPriority,
  ThreadRow,
  ThreadStatus,
  ThreadTags,
  ThreadTitle,
} from './thread.ts';

const OfThread = z.strictObject({ threadId: Id });
const OfMessage = z.strictObject({ threadId: Id, messageId: Id });
const flood = `At most ${MESSAGES_PER_MINUTE} messages, changes and reactions a minute of one person or key.`;

export const listThreads = query({
  name: 'list-threads',
  call: 'GET /threads',
  access: 'threads:read',
  acrossProjects: true,
  params: z.strictObject({ projectId: Id.optional() }),
  query: z.strictObject({
    status: ThreadStatus.optional(),
    starred: z.enum(['true']).optional(),
    category: ThreadCategory.optional(),
    priority: ThreadPriority.optional(),
    search: z.string().trim().max(200).optional(),
    table_id: Id.optional(),
    row_id: Id.optional(),
    limit: count(0, 100).default(50),
    cursor: z.string().optional(),
  }),
  answer: z.object({
    threads: z.array(ListedThread),
    statusCounts: StatusCounts,
    rowCounts: z.array(RowCount).optional(),
    pagination: z.object({ limit: z.int(), total: z.int(), nextCursor: z.string().optional() }),
  }),
  summary: 'List threads',
  description:
    "Of the project `project_id`, of the key's project, or of the 20 own and shared projects that changed last; newest message first. `search` matches titles, tags and messages (the newest 1,000 matches). `statusCounts` ignores filters. `rowCounts` is answered with `table_id`, for the rows of that table.",
});

export const listRowThreads = query({
  name: 'list-row-threads',
  call: 'GET /data/table/:tableId/threads',
  access: 'threads:read',
  params: z.strictObject({ tableId: Id }),
  answer: z.object({ threads: z.array(RowThread) }),
  summary: 'List the threads about rows of a table',
  description: `Answers all of them at once, removed rows included, with the members needed to mark rows. The topic \`threads:<projectId>\` reports changes. At most ${MAX_THREADS}, the maximum of a project.`,
});

export const openThread = command({
  name: 'open-thread',
  call: 'POST /threads',
  access: 'threads:write',
  status: 201,
  params: z.strictObject({ projectId: Id.optional() }),
  body: z.strictObject({
    title: ThreadTitle,
    category: ThreadCategory.default('general'),
    priority: ThreadPriority.default('normal'),
    tags: ThreadTags.default([]),
    initialMessage: InitialMessage,
    row: ThreadRow.optional(),
  }),
  answer: ListedThread,
  summary: 'Create a thread with its first message',
  description: `\`row\` is the row that it is about. At most ${MAX_THREADS} threads in a project. ${flood}`,
});

export const getThread = query({
  name: 'get-thread',
  call: 'GET /threads/:threadId',
  access: 'threads:read',
  params: OfThread,
  query: z
    .strictObject({
      limit: count(1, 200).default(50),
      before: At.optional(),
      after: At.optional(),
      around: Id.optional(),
    })
    .refine(
      ({ before, after, around }) =>
        [before, after, around].filter(given => given !== undefined).length <= 1,
    ),
  answer: z.object({
    thread: ListedThread,
    messages: z.array(Message),
    quoted: z.array(Message),
    before: z.string().nullable(),
    after: z.string().nullable(),
    readUpTo: z.string().nullable(),
  }),
  summary: 'Retrieve a thread with a page of messages',
  description:
    "Messages are oldest first: the newest ones, those `before` or `after` a position, or those `around` a message. The answered `before` and `after` continue, and are null at the ends. `quoted` holds answered messages outside the page; `readUpTo` is the caller's read mark.",
});

export const changeThread = command({
  name: 'change-thread',
  call: 'PATCH /threads/:threadId',
  access: 'threads:write',
  params: OfThread,
  body: z.strictObject({
    title: ThreadTitle.optional(),
    category: ThreadCategory.optional(),
    priority: ThreadPriority.optional(),
    tags: ThreadTags.optional(),
  }),
  answer: ListedThread,
  summary: 'Update a thread',
  description: 'Changes title, category, priority or tags.',
});

export const moveThread = command({
  name: 'move-thread',
  call: 'PATCH /threads/:threadId/status',
  access: 'threads:write',
  params: OfThread,
  body: z.strictObject({ status: ThreadStatus }),
  answer: ListedThread,
  summary: 'Change the status of a thread',
  description: 'A closed thread takes no messages.',
});

export const starThread = command({
  name: 'star-thread',
  call: 'PATCH /threads/:threadId/star',
  access: 'threads:read',
  params: OfThread,
  body: z.strictObject({ starred: z.boolean().optional() }),
  answer: ListedThread,
  summary: 'Star or unstar a thread',
  description: 'Applies to the caller only; without `starred`, toggles the star.',
});

export const writeMessage = command({
  name: 'write-message',
  call: 'POST /threads/:threadId/messages',
  access: 'threads:write',
  status: 201,
  params: OfThread,
  body: Body.safeExtend({ replyTo: Id.optional() }),
  answer: Message,
  summary: 'Send a message',
  description: `Text of at most ${MAX_MESSAGE} characters, attachments or both. A closed thread answers 409. At most ${MAX_MESSAGES} messages in a thread. ${flood}`,
});

export const getMessage = query({
  name: 'get-message',
  call: 'GET /threads/:threadId/messages/:messageId',
  access: 'threads:read',
  params: OfMessage,
  answer: Message,
  summary: 'Retrieve a message',
  description: 'System messages cannot be retrieved.',
});

export const changeMessage = command({
  name: 'change-message',
  call: 'PUT /threads/:threadId/messages/:messageId',
  access: 'threads:write',
  params: OfMessage,
  body: Body,
  answer: Message,
  summary: 'Update an own message',
  description: `Possible ${MAX_CHANGES} times; without \`attachments\`, the message loses them. ${flood}`,
});

export const removeMessage = command({
  name: 'remove-message',
  call: 'DELETE /threads/:threadId/messages/:messageId',
  access: 'threads:write',
  params: OfMessage,
  answer: Message,
  summary: 'Delete an own message',
  description: 'A placeholder stays.',
});

export const messageVersions = query({
  name: 'message-versions',
  call: 'GET /threads/:threadId/messages/:messageId/versions',
  access: 'threads:read',
  params: OfMessage,
  answer: z.object({ versions: z.array(MessageVersion) }),
  summary: 'List the earlier versions of a message',
  description:
    'Oldest first, for its author and for managers of the project. A removed message has none.',
});

export const reactToMessage = command({
  name: 'react-to-message',
  call: 'POST /threads/:threadId/messages/:messageId/reactions',
  access: 'threads:write',
  params: OfMessage,
  body: z.strictObject({ emoji: ReactionEmoji }),
  answer: Message,
  summary: 'Add or remove a reaction',
  description: `At most ${MAX_REACTIONS} reactions on a message. ${flood}`,
});
