import type { Change } from '@hzm/contracts/core/change';
import { ordinal } from '@hzm/contracts/core/position';
import { changesIn } from '@hzm/projections/core/changes';
import { memberDocs, memberId, placeOf } from '@hzm/projections/features/members/members';
import { memberOf } from '@hzm/services/domain/features/members/view';
import type { Part } from '../topics/topic.ts';
import type { Publication } from './publication.ts';

/** The people of a project; `id` is the person's. */
export const members: Publication = {
  collection: memberDocs,
  topic: 'project',
  idsOf: ({ data: { projectId } }) => (typeof projectId === 'string' ? [projectId] : []),
  async toChanges({ event, changes }, projectId, { engine, people }) {
    const version = ordinal(event.position);
    const ids = new Set(movedIn(changes).map(({ userId }) => userId));
    return Promise.all(
      [...ids].map(async (id): Promise<Part> => {
        const [doc, account] = await Promise.all([
          engine.model.get(memberDocs, memberId(projectId, id)),
          people.get(id),
        ]);
        return doc && account
          ? { op: 'put', kind: 'member', id, version, doc: memberOf(doc, account) }
          : { op: 'drop', kind: 'member', id, version };
      }),
    );
  },
};

/** Returns the people whose membership changes, with the projects. */
export const movedIn = (changes: readonly Change[]): ReturnType<typeof placeOf>[] =>
  changesIn(memberDocs, changes).flatMap(change =>
    change.op === 'drop-where' ? [] : [placeOf(change.id)],
  );
