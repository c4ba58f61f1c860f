import { mirrorId } from '@hzm/services/core/commands/mirror-id';
import { copyingTo, type ProjectPart } from '../../portfolio/project-part.ts';
import { draftChanges, draftsOf } from './drafts.ts';
import { endpoints } from './endpoints.ts';

const streamOf = (projectId: string): string => `custom-endpoints-${projectId}`;

/** Endpoints, as drafts: people decide again what can be called. */
export const endpointsPart: ProjectPart = {
  streamOf,
  async copy(engine, projectId, testId) {
    const drafts = await draftsOf(engine, projectId, id => mirrorId(id, testId));
    return copyingTo(engine, streamOf(testId), endpoints, state =>
      draftChanges(testId, state, drafts),
    );
  },
};
