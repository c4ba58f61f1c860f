import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { name, optionalName } from '../../core/name.ts';
import { list } from '../../core/shapes.ts';

/** Maximum threads per project; threads are closed, never deleted. */
export const MAX_THREADS = 5_000;
export const MAX_TITLE = 255;
export const MAX_TAGS = 5;
export const MAX_TAG = 50;
/** Characters of the last message in a list. */
export const PREVIEW = 200;

export const ThreadStatus = z.enum(['waiting_reply', 'replied', 'closed', 'rejected']);
export type ThreadStatus = z.output<typeof ThreadStatus>;

export const ThreadCategory = z.enum(['feature-request', 'bug', 'question', 'feedback', 'general']);
export type ThreadCategory = z.output<typeof ThreadCategory>;

export const ThreadPriority = z.enum(['low', 'normal', 'high', 'urgent']);
export type ThreadPriority = z.output<typeof ThreadPriority>;

export const ThreadTitle = name({
  max: MAX_TITLE,
  empty: 'thread-title-empty',
  long: 'thread-title-too-long',
});

/** Trimmed tags in lower case, without duplicates. */
export const ThreadTags = list(
  optionalName({ max: MAX_TAG, long: 'thread-tag-too-long' }).transform(tag =>
    tag.toLocaleLowerCase('tr'),
  ),
  { min: 0, max: MAX_TAGS },
).transform(tags => [...new Set(tags)].filter(tag => tag !== ''));

/** The row that a thread is about. */
export const ThreadRow = z.strictObject({ table_id: Id, row_id: Id });
export type ThreadRow = z.output<typeof ThreadRow>;

/** The writer: a person by account, or a program by its key (`ai`). The master key is `ai`, too. */
export const Sender = z.strictObject({ type: z.enum(['user', 'ai']), id: z.string() });
export type Sender = z.output<typeof Sender>;

/** Whether a thread needs no further reply. */
export const isDone = ({ status }: { readonly status: ThreadStatus }): boolean =>
  status === 'closed' || status === 'rejected';

/**
 * Returns the status after a message: waiting for a reply if the opener wrote, else replied; a
 * finished thread stays finished.
 */
export const statusAfter = (status: ThreadStatus, opener: Sender, writer: Sender): ThreadStatus =>
  isDone({ status })
    ? status
    : opener.type === writer.type && opener.id === writer.id
      ? 'waiting_reply'
      : 'replied';

/** A thread as all its readers see it. */
export const Thread = z
  .object({
    id: Id,
    project_id: Id,
    title: z.string().meta({ description: 'Empty when who gave it was erased' }),
    status: ThreadStatus,
    category: ThreadCategory,
    priority: ThreadPriority,
    tags: z.array(z.string()),
    row: ThreadRow.nullable().meta({ description: 'The row that it is about' }),
    opener_id: z.string(),
    opener_name: z.string().meta({ description: 'Empty when the account or the key is gone' }),
    message_count: z
      .int()
      .meta({ description: 'Without what was removed, and without what the system says' }),
    last_message: z.string().meta({
      description: `Its first ${PREVIEW} characters, or the name of its first file; empty when it was removed`,
    }),
    last_message_at: Instant,
    last_sender_name: z.string(),
    created_at: Instant,
    updated_at: Instant.meta({ description: 'When somebody wrote in it, or changed it' }),
    position: z.string().meta({
      description:
        "Of its last message, the system's too: the later one stands first in the list; what one has read is marked with it",
    }),
    changed: z.string().meta({
      description:
        'Of the last change of what is told here: the state with the later one is the newer',
    }),
    _version: z
      .int()
      .meta({ description: 'One more with each message and each change of the thread' }),
  })
  .meta({ id: 'Thread' });
export type Thread = z.output<typeof Thread>;

/** Maximum counted unread messages. */
export const MAX_UNREAD = 100;

/** A thread as one reader sees it. */
export const ListedThread = Thread.extend({
  is_starred: z.boolean(),
  unread_count: z.int().meta({
    description: `Messages of others behind one's mark; ${MAX_UNREAD} means that many or more`,
  }),
}).meta({ id: 'ListedThread' });
export type ListedThread = z.output<typeof ListedThread>;

/** `unread` counts threads with unread messages. */
export const StatusCounts = z
  .object({
    total: z.int(),
    waiting_reply: z.int(),
    replied: z.int(),
    closed: z.int(),
    rejected: z.int(),
    starred: z.int(),
    unread: z.int(),
  })
  .meta({ id: 'ThreadStatusCounts' });
export type StatusCounts = z.output<typeof StatusCounts>;

/** The number of threads about a row; `open` counts unfinished ones (`isDone`). */
export const RowCount = z
  .object({ row_id: Id, total: z.int(), open: z.int() })
  .meta({ id: 'ThreadRowCount' });
export type RowCount = z.output<typeof RowCount>;

/** The members of a thread that its row's badge needs. */
export const RowThread = z
  .object({
    id: Id,
    row_id: Id,
    status: ThreadStatus,
    message_count: z.int(),
    position: z.string().meta({ description: "Of its last message that is not the system's" }),
    is_unread: z.boolean().meta({ description: "Somebody else wrote last, behind one's mark" }),
    _version: z.int(),
  })
  .meta({ id: 'RowThread' });
export type RowThread = z.output<typeof RowThread>;
