import { ordinal } from '@hzm/contracts/core/position';
import { changesIn } from '@hzm/projections/core/changes';
import { readMarkDocs } from '@hzm/projections/features/read-marks/read-marks';
import type { Part } from '../topics/topic.ts';
import type { Publication } from './publication.ts';

/** A person's read marks, for all of their devices. `id` is the read topic. */
export const readMarks: Publication = {
  collection: readMarkDocs,
  topic: 'user',
  idsOf: ({ data: { accountId } }) => (typeof accountId === 'string' ? [accountId] : []),
  async toChanges({ event, changes }, accountId) {
    return changesIn(readMarkDocs, changes).flatMap((change): readonly Part[] => {
      if (change.op !== 'put' || change.doc.accountId !== accountId) return [];
      const { topic, scope, upTo } = change.doc;
      return [
        {
          op: 'put',
          kind: 'read-mark',
          id: topic,
          version: ordinal(event.position),
          doc: { topic, scope, upTo },
        },
      ];
    });
  },
};
