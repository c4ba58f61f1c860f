import type { DataOf } from '@hzm/contracts/core/event';
import {
  messageWritten,
  threadChanged,
  threadMoved,
  threadOpened,
  threadRenamed,
  threadTitleErased,
} from '@hzm/contracts/features/threads/events';
import {
  MAX_MESSAGES,
  type KeptAttachment,
  type Mention,
} from '@hzm/contracts/features/threads/message';
import {
  MAX_THREADS,
  statusAfter,
  type Sender,
  type ThreadCategory,
  type ThreadPriority,
  type ThreadRow,
  type ThreadStatus,
} from '@hzm/contracts/features/threads/thread';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';

/**
 * A thread as its stream describes it: `written` counts messages of people and programs, `version`
 * all events, and `at` is the time of the last one. `titleBy` gave the title.
 */
export interface ThreadState {
  readonly projectId: string;
  readonly opener: Sender;
  readonly title: string;
  readonly titleBy: string;
  readonly status: ThreadStatus;
  readonly category: ThreadCategory;
  readonly priority: ThreadPriority;
  readonly tags: readonly string[];
  readonly written: number;
  readonly version: number;
  readonly at: string;
}

type State = ThreadState | undefined;
type Decide = (s: State) => Decision;

const grown = (
  s: State,
  { meta }: { readonly meta?: { readonly at: string } },
  change: Partial<ThreadState>,
): State => s && { ...s, ...change, version: s.version + 1, at: meta?.at ?? s.at };

export const thread = decider<State>(undefined, when => [
  when(threadOpened, (_, { projectId, sender, name, category, priority, tags }, { meta }) => ({
    projectId,
    opener: sender,
    title: name,
    titleBy: sender.id,
    status: 'waiting_reply',
    category,
    priority,
    tags,
    written: 1,
    version: 1,
    at: meta?.at ?? '',
  })),
  when(threadRenamed, (s, { name }, event) =>
    grown(s, event, { title: name, titleBy: event.meta?.actor ?? '' }),
  ),
  when(threadTitleErased, (s, { name }, event) => grown(s, event, { title: name })),
  when(threadChanged, (s, { category, priority, tags }, event) =>
    grown(s, event, {
      ...(category && { category }),
      ...(priority && { priority }),
      ...(tags && { tags }),
    }),
  ),
  when(threadMoved, (s, { to }, event) => grown(s, event, { status: to })),
  when(
    messageWritten,
    (s, { status }, event) => s && grown(s, event, { status, written: s.written + 1 }),
  ),
]);

export const threadStream = (threadId: string): string => `thread-${threadId}`;

/** The stored content of a message. */
export interface Said {
  readonly content: string;
  readonly attachments: KeptAttachment[];
  readonly mentions: Mention[];
}

interface Opening {
  readonly title: string;
  readonly category: ThreadCategory;
  readonly priority: ThreadPriority;
  readonly tags: string[];
  readonly row: ThreadRow | null;
}

interface OfMessage {
  readonly projectId: string;
  readonly threadId: string;
  readonly messageId: string;
}

/** @param count how many threads the project has */
export const openThread =
  (
    of: OfMessage,
    { title, ...opening }: Opening,
    sender: Sender,
    said: Said,
    count: number,
  ): Decide =>
  s => {
    if (s) return [];
    return count >= MAX_THREADS
      ? reject('CONFLICT', { text: { key: 'thread-limit', values: { limit: MAX_THREADS } } })
      : [threadOpened({ ...of, name: title, ...opening, sender, ...said })];
  };

/** A message that is replied to; `sender`: who wrote it, if they may still open the project. */
export interface Answered {
  readonly id: string;
  readonly sender: Sender | null;
}

export const writeMessage =
  (of: OfMessage, sender: Sender, said: Said, answered: Answered | null): Decide =>
  s => {
    if (!s) return reject('NOT_FOUND');
    if (s.status === 'closed') return reject('CONFLICT', { text: 'thread-closed-now' });
    if (s.written >= MAX_MESSAGES)
      return reject('CONFLICT', {
        text: { key: 'message-limit', values: { limit: MAX_MESSAGES } },
      });
    return [
      messageWritten({
        ...of,
        name: s.title,
        sender,
        ...said,
        replyTo: answered?.id ?? null,
        repliedTo: answered?.sender ?? null,
        status: statusAfter(s.status, s.opener, sender),
      }),
    ];
  };

/**
 * The person who decides about a thread. `expected` is the version that they saw; a stale one is
 * refused with the state that `current` makes.
 */
export interface Deciding {
  readonly threadId: string;
  readonly expected: number | undefined;
}

const about =
  ({ expected }: Deciding, decide: (s: ThreadState) => Decision): Decide =>
  s =>
    !s
      ? reject('NOT_FOUND')
      : expected !== undefined && expected !== s.version
        ? reject('VERSION_MISMATCH')
        : decide(s);

export const moveThread = (by: Deciding, to: ThreadStatus): Decide =>
  about(by, s =>
    s.status === to
      ? []
      : [
          threadMoved({
            projectId: s.projectId,
            threadId: by.threadId,
            name: s.title,
            from: s.status,
            to,
          }),
        ],
  );

/** @param titles that the erased person gave the thread, in order */
export const eraseTitles =
  (
    threadId: string,
    personId: string,
    titles: DataOf<typeof threadTitleErased>['titles'],
  ): Decide =>
  s =>
    s
      ? [
          threadTitleErased({
            projectId: s.projectId,
            threadId,
            name: s.titleBy === personId ? '' : s.title,
            titles,
          }),
        ]
      : [];

/** Changes what differs; another title is a fact of its own. */
export const changeThread = (
  by: Deciding,
  {
    title,
    ...asked
  }: {
    readonly title?: string | undefined;
    readonly category?: ThreadCategory | undefined;
    readonly priority?: ThreadPriority | undefined;
    readonly tags?: string[] | undefined;
  },
): Decide =>
  about(by, s => {
    const of = { projectId: s.projectId, threadId: by.threadId };
    const changed = {
      ...(asked.category !== undefined &&
        asked.category !== s.category && { category: asked.category }),
      ...(asked.priority !== undefined &&
        asked.priority !== s.priority && { priority: asked.priority }),
      ...(asked.tags !== undefined &&
        asked.tags.join('\n') !== s.tags.join('\n') && { tags: asked.tags }),
    };
    return [
      ...(title !== undefined && title !== s.title
        ? [threadRenamed({ ...of, name: title, previously: s.title })]
        : []),
      ...(Object.keys(changed).length > 0
        ? [threadChanged({ ...of, name: title ?? s.title, ...changed })]
        : []),
    ];
  });
