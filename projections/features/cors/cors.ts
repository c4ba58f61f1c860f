import { collection } from '@hzm/contracts/core/collection';
import type { CorsSettings } from '@hzm/contracts/features/cors/domain';
import { corsChanged } from '@hzm/contracts/features/cors/events';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import { drop, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/** `id` is the project's. Absent until the first change. */
export type CorsDoc = Omit<CorsSettings, 'lastUpdated'> & {
  readonly id: string;
  readonly lastUpdated: string;
};

export const corsDocs = collection<CorsDoc>({ name: 'cors' });

/** One document per project whose settings were ever changed. */
export const cors = projection({
  name: 'cors',
  version: 1,
  collections: [corsDocs],
  isPointInTime: true,
  on: [
    on(
      corsChanged,
      ({
        data: {
          projectId,
          cors: { allowedDomains, platformPatterns },
        },
        meta,
      }) => [
        put(corsDocs, { id: projectId, allowedDomains, platformPatterns, lastUpdated: meta.at }),
      ],
    ),
    on(projectDeleted, ({ data: { projectId } }) => [drop(corsDocs, projectId)]),
  ],
});
