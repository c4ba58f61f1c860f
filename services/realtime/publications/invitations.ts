import { ordinal } from '@hzm/contracts/core/position';
import { changesIn } from '@hzm/projections/core/changes';
import { invitationDocs } from '@hzm/projections/features/members/members';
import { invitationOf } from '@hzm/services/domain/features/members/view';
import type { Part } from '../topics/topic.ts';
import type { Publication } from './publication.ts';

/**
 * The open invitations of a project, for those who may invite (see `sight.ts`); accepted ones are
 * dropped.
 */
export const invitations: Publication = {
  collection: invitationDocs,
  topic: 'project',
  idsOf: ({ data: { projectId } }) => (typeof projectId === 'string' ? [projectId] : []),
  async toChanges({ event: { position }, changes }, _, { engine, people }) {
    const version = ordinal(position);
    const ids = new Set(
      changesIn(invitationDocs, changes).flatMap(change =>
        change.op === 'drop-where' ? [] : [change.id],
      ),
    );
    return Promise.all(
      [...ids].map(async (id): Promise<Part> => {
        const doc = await engine.model.get(invitationDocs, id);
        return doc && doc.acceptedBy === null
          ? {
              op: 'put',
              kind: 'invitation',
              id,
              version,
              doc: invitationOf(doc, await people.get(doc.invitedBy)),
            }
          : { op: 'drop', kind: 'invitation', id, version };
      }),
    );
  },
};
