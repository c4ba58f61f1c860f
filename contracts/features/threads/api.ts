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
  summary:
    "The threads of the project `project_id`, of the key's own or, for a signed-in person who names none, of their own projects and those that they are a member of (the 20 that changed last); the one with the newest message first. `search` looks in titles, tags and messages (of messages that match, in the newest 1,000). `statusCounts`: of all, whatever is filtered. `rowCounts`: with `table_id`, of the rows of that table.",
});

export const listRowThreads = query({
  name: 'list-row-threads',
  call: 'GET /data/table/:tableId/threads',
  access: 'threads:read',
  params: z.strictObject({ tableId: Id }),
  answer: z.object({ threads: z.array(RowThread) }),
  summary: `All threads about rows of a table, also of rows that are gone, in one answer: as much of each as marks its row. What the topic \`threads:<projectId>\` says then keeps it true. At most ${MAX_THREADS}, as a project has.`,
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
  summary: `Open a thread with its first message; \`row\`: the row that it is about. At most ${MAX_THREADS} threads in a project. ${flood}`,
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
  summary:
    'A thread and a page of its messages, oldest first: the newest ones; those `before` or `after` a position; or those `around` a message. Answered `before` and `after`: where to go on, null at the end. `quoted`: messages that those of the page answer and that are not in it. `readUpTo`: how far the caller has read.',
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
  summary: "Change a thread's title, category, priority or tags.",
});

export const moveThread = command({
  name: 'move-thread',
  call: 'PATCH /threads/:threadId/status',
  access: 'threads:write',
  params: OfThread,
  body: z.strictObject({ status: ThreadStatus }),
  answer: ListedThread,
  summary: 'Give a thread any other status. A closed thread takes no messages.',
});

export const starThread = command({
  name: 'star-thread',
  call: 'PATCH /threads/:threadId/star',
  access: 'threads:read',
  params: OfThread,
  body: z.strictObject({ starred: z.boolean().optional() }),
  answer: ListedThread,
  summary:
    'Star a thread for oneself, or take the star away; without `starred` the one that is not.',
});

export const writeMessage = command({
  name: 'write-message',
  call: 'POST /threads/:threadId/messages',
  access: 'threads:write',
  status: 201,
  params: OfThread,
  body: Body.safeExtend({ replyTo: Id.optional() }),
  answer: Message,
  summary: `Write a message of at most ${MAX_MESSAGE} characters, with text or attachments. To a closed thread: 409. At most ${MAX_MESSAGES} messages in a thread. ${flood}`,
});

export const getMessage = query({
  name: 'get-message',
  call: 'GET /threads/:threadId/messages/:messageId',
  access: 'threads:read',
  params: OfMessage,
  answer: Message,
  summary: "One message, of the system's none.",
});

export const changeMessage = command({
  name: 'change-message',
  call: 'PUT /threads/:threadId/messages/:messageId',
  access: 'threads:write',
  params: OfMessage,
  body: Body,
  answer: Message,
  summary: `Change one's own message, at most ${MAX_CHANGES} times; without \`attachments\` it has none any more. ${flood}`,
});

export const removeMessage = command({
  name: 'remove-message',
  call: 'DELETE /threads/:threadId/messages/:messageId',
  access: 'threads:write',
  params: OfMessage,
  answer: Message,
  summary: "Remove one's own message: that there was one stays.",
});

export const messageVersions = query({
  name: 'message-versions',
  call: 'GET /threads/:threadId/messages/:messageId/versions',
  access: 'threads:read',
  params: OfMessage,
  answer: z.object({ versions: z.array(MessageVersion) }),
  summary:
    'How a message read before it was changed, oldest first: for its author and for those who manage the project. Of a removed message there is nothing.',
});

export const reactToMessage = command({
  name: 'react-to-message',
  call: 'POST /threads/:threadId/messages/:messageId/reactions',
  access: 'threads:write',
  params: OfMessage,
  body: z.strictObject({ emoji: ReactionEmoji }),
  answer: Message,
  summary: `React to a message, or take that reaction back. At most ${MAX_REACTIONS} reactions on a message. ${flood}`,
});
