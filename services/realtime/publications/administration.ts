import type { Collection } from '@hzm/contracts/core/collection';
import { ordinal } from '@hzm/contracts/core/position';
import { changesIn } from '@hzm/projections/core/changes';
import {
  EVERYBODY,
  listedProjects,
  personDocs,
} from '@hzm/projections/features/administration/administration';
import { listedUserOf } from '@hzm/services/domain/features/administration/view';
import type { BufferedEvent } from '../replay-buffer.ts';
import type { Part } from '../topics/topic.ts';
import type { Publication } from './publication.ts';

/** Administrators have a single topic. */
const ALL = [''];

/** Returns the documents of a collection that an event changed. */
const idsIn = (collection: Collection, { changes }: BufferedEvent): ReadonlySet<string> =>
  new Set(
    changesIn(collection, changes).flatMap(change =>
      change.op === 'drop-where' ? [] : [change.id],
    ),
  );

/** All accounts. */
export const everybody: Publication = {
  collection: personDocs,
  topic: 'admin',
  idsOf: () => ALL,
  toChanges: async (entry, _, { engine }) =>
    Promise.all(
      [...idsIn(personDocs, entry)].map(async (id): Promise<Part> => {
        const doc = await engine.model.get(personDocs, id, EVERYBODY);
        const of = { kind: 'person', id, version: ordinal(entry.event.position) };
        return doc ? { op: 'put', ...of, doc: listedUserOf(doc) } : { op: 'drop', ...of };
      }),
    ),
};

/** Created, changed and deleted projects of all people, without content. */
export const everyProject: Publication = {
  collection: listedProjects,
  topic: 'admin',
  idsOf: () => ALL,
  toChanges: async (entry, _, { engine }) =>
    Promise.all(
      [...idsIn(listedProjects, entry)].map(async (id): Promise<Part> => {
        const doc = await engine.model.get(listedProjects, id, EVERYBODY);
        const of = { kind: 'listed-project', id, version: ordinal(entry.event.position) };
        return doc
          ? {
              op: 'put',
              ...of,
              doc: {
                id,
                name: doc.columns.name,
                userId: doc.columns.ownerId,
                changedAt: doc.changedAt,
              },
            }
          : { op: 'drop', ...of };
      }),
    ),
};
