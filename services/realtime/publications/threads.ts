import { isEventOf, type DataOf, type Event } from '@hzm/contracts/core/event';
import { ordinal } from '@hzm/contracts/core/position';
import {
  messageChanged,
  messageRemoved,
  reactionAdded,
  reactionRemoved,
  threadTitleErased,
} from '@hzm/contracts/features/threads/events';
import { changesIn } from '@hzm/projections/core/changes';
import {
  messageDocs,
  threadDocs,
  threadStarDocs,
} from '@hzm/projections/features/threads/documents';
import {
  attachmentsOf,
  messageOf,
  peopleOf,
  personOf,
  threadOf,
  type People,
} from '@hzm/services/domain/features/threads/view';
import type { BufferedEvent } from '../replay-buffer.ts';
import type { Part, TopicContext } from '../topics/topic.ts';
import type { Publication } from './publication.ts';

/**
 * Returns cached names, with addresses that are removed for watchers without the right to see them.
 */
const peopleIn = ({ engine, people }: TopicContext): People => ({
  ...peopleOf(engine, true),
  person: id => people.get(id),
});

/** Returns the current state of the threads that an event changed, without personal members. */
async function threadParts(
  { event: { position }, changes }: BufferedEvent,
  context: TopicContext,
): Promise<readonly Part[]> {
  const ids = new Set(
    changesIn(threadDocs, changes).flatMap(change =>
      change.op === 'drop-where' ? [] : [change.id],
    ),
  );
  return (
    await Promise.all(
      [...ids].map(async (id): Promise<readonly Part[]> => {
        const doc = await context.engine.model.get(threadDocs, id);
        // Deleted with its project.
        return doc
          ? [
              {
                op: 'put',
                kind: 'thread',
                id,
                version: ordinal(position),
                doc: { ...(await threadOf(context.engine, doc, peopleIn(context))) },
              },
            ]
          : [];
      }),
    )
  ).flat();
}

/** The threads of a project. */
export const threads: Publication = {
  collection: threadDocs,
  topic: 'threads',
  idsOf: ({ data: { projectId } }) => (typeof projectId === 'string' ? [projectId] : []),
  toChanges: (entry, _, context) => threadParts(entry, context),
};

/** A single open thread. */
export const ownThread: Publication = {
  collection: threadDocs,
  topic: 'thread',
  idsOf: ({ data: { threadId } }) => (typeof threadId === 'string' ? [threadId] : []),
  toChanges: (entry, _, context) => threadParts(entry, context),
};

/** Returns the changed members of a message; undefined for events that change none. */
function messagePatch(event: Event): Required<Pick<Part, 'id' | 'patch'>> | undefined {
  const changed = { changed: event.position, _version: event.revision + 2 };
  if (isEventOf(messageChanged, event)) {
    const { messageId, content, mentions, isErasure } = event.data;
    return {
      id: messageId,
      patch: {
        content,
        attachments: attachmentsOf(event.data),
        mentions,
        ...(!isErasure && { is_edited: true, edited_at: event.meta.at }),
        ...changed,
      },
    };
  }
  if (!isEventOf(messageRemoved, event)) return undefined;
  const emptied = { content: '', attachments: [], mentions: [], reactions: [] };
  return { id: event.data.messageId, patch: { ...emptied, is_removed: true, ...changed } };
}

/** Returns the notes about a thread's titles that an erasure changed, as they are now. */
async function renamed(
  { data: { titles }, position }: Event<DataOf<typeof threadTitleErased>>,
  { engine: { model } }: TopicContext,
): Promise<readonly Part[]> {
  const ids = new Set(titles.flatMap(({ id, next }) => (next === null ? [id] : [id, next])));
  const docs = await Promise.all([...ids].map(id => model.get(messageDocs, id)));
  return docs.flatMap((doc): readonly Part[] =>
    doc
      ? [
          {
            op: 'patch',
            kind: 'message',
            id: doc.id,
            version: ordinal(position),
            patch: { system: doc.system, changed: position },
          },
        ]
      : [],
  );
}

/**
 * Messages of a thread and their changes, derived from events alone so that replays are identical.
 * Parsed by `contracts/features/threads/conversation.ts`.
 */
export const messages: Publication = {
  collection: messageDocs,
  topic: 'thread',
  idsOf: ({ data: { threadId } }) => (typeof threadId === 'string' ? [threadId] : []),
  async toChanges({ event, changes }, _, context) {
    const people = peopleIn(context);
    const version = ordinal(event.position);
    const put = changesIn(messageDocs, changes).find(change => change.op === 'put');
    if (put)
      return [
        {
          op: 'put',
          kind: 'message',
          id: put.id,
          version,
          doc: { ...(await messageOf(put.doc, people)) },
        },
      ];
    if (isEventOf(threadTitleErased, event)) return renamed(event, context);
    const patched = messagePatch(event);
    if (patched) return [{ op: 'patch', kind: 'message', version, ...patched }];
    if (!isEventOf(reactionAdded, event) && !isEventOf(reactionRemoved, event)) return [];
    const { messageId, emoji, sender } = event.data;
    return [
      {
        op: 'patch',
        kind: 'reaction',
        id: messageId,
        version,
        patch: {
          emoji,
          on: event.type === reactionAdded.type,
          person: await personOf(sender, people),
        },
      },
    ];
  },
};

/** The threads that a person has starred, for all of their devices. `id` is the thread's. */
export const threadStars: Publication = {
  collection: threadStarDocs,
  topic: 'user',
  idsOf: ({ data: { accountId } }) => (typeof accountId === 'string' ? [accountId] : []),
  async toChanges({ event, changes }, accountId) {
    const { threadId } = event.data;
    return changesIn(threadStarDocs, changes).flatMap((change): readonly Part[] =>
      change.op === 'drop-where' ||
      typeof threadId !== 'string' ||
      event.data['accountId'] !== accountId
        ? []
        : [
            {
              op: 'put',
              kind: 'thread-star',
              id: threadId,
              version: ordinal(event.position),
              doc: { starred: change.op === 'put' },
            },
          ],
    );
  },
};
