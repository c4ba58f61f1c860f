import type { Change, Doc } from '@hzm/contracts/core/change';
import type { Collection } from '@hzm/contracts/core/collection';
import type { Event } from '@hzm/contracts/core/event';
import { ordinal } from '@hzm/contracts/core/position';
import { changesIn } from '@hzm/projections/core/changes';
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

/** Publishes a project's created, changed and deleted documents, with the members that `shown` names. */
export const ofProject = <D extends Doc>(
  collection: Collection<D>,
  kind: string,
  shown: (doc: D) => NonNullable<Part['doc']>,
): Publication => ({
  collection,
  topic: 'project',
  idsOf: ({ data: { projectId } }) => (typeof projectId === 'string' ? [projectId] : []),
  async toChanges({ event: { position }, changes }, _projectId, { engine }) {
    const ids = new Set(
      changesIn(collection, changes).flatMap(change =>
        change.op === 'drop-where' ? [] : [change.id],
      ),
    );
    const version = ordinal(position);
    return Promise.all(
      [...ids].map(async (id): Promise<Part> => {
        const doc = await engine.model.get(collection, id);
        return doc
          ? { op: 'put', kind, id, version, doc: shown(doc) }
          : { op: 'drop', kind, id, version };
      }),
    );
  },
});
