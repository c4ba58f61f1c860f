import type { Change } from '@hzm/contracts/core/change';
import type { Collection } from '@hzm/contracts/core/collection';
import type { Event } from '@hzm/contracts/core/event';
import type { BufferedEvent } from '../replay-buffer.ts';
import type { Part, TopicContext } from '../topics/topic.ts';

/** Publishes the changes of a collection on topics of one kind. */
export interface Publication {
  readonly collection: Collection;
  readonly topic:
    | 'project'
    | 'table'
    | 'requests'
    | 'threads'
    | 'thread'
    | 'user'
    | 'admin'
    | 'pricing';
  /** Returns the ids of the topics that changes of the collection concern. */
  readonly idsOf: (event: Event, changes: readonly Change[]) => readonly string[];
  /** Returns the changes for one topic by an event that changed the collection. */
  readonly toChanges: (
    entry: BufferedEvent,
    id: string,
    context: TopicContext,
  ) => Promise<readonly Part[]>;
}
