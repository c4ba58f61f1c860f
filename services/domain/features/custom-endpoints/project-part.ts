import { SentDefinition, withOtherIds } from '@hzm/contracts/features/custom-endpoints/definition';
import { EndpointName, MAX_ENDPOINTS } from '@hzm/contracts/features/custom-endpoints/endpoint';
import { mirrorId } from '@hzm/services/core/commands/mirror-id';
import { copyingTo, type FilePart, type ProjectPart } from '../../portfolio/project-part.ts';
import { draftChanges, draftsOf } from './drafts.ts';
import { addEndpoint, endpoints } from './endpoints.ts';
import { definitionToCopy, endpointsOf } from './view.ts';

const streamOf = (projectId: string): string => `custom-endpoints-${projectId}`;

const file: FilePart = {
  kind: 'endpoint',
  limit: MAX_ENDPOINTS,
  async *entries(engine, projectId) {
    for (const doc of await endpointsOf(engine, projectId)) {
      const { id, name, createdAt } = doc;
      yield { createdAt, entry: { id, name, definition: await definitionToCopy(engine, doc) } };
    }
  },
  read({ name: named, definition: given }) {
    const [name, definition] = [EndpointName.safeParse(named), SentDefinition.safeParse(given)];
    if (!name.success) return 'name';
    if (!definition.success) return 'shape';
    return idOf => {
      const own = withOtherIds(definition.data, idOf);
      return (
        own &&
        (({ engine, request, projectId, id }) =>
          engine.executor.execute(request, {
            stream: streamOf(projectId),
            about: { projectId },
            decider: endpoints,
            decide: addEndpoint({ projectId, endpointId: id }, null, name.data, own),
          }))
      );
    };
  },
};

/** Endpoints, as drafts: people decide again what can be called. */
export const endpointsPart: ProjectPart = {
  streamOf,
  file,
  async copy(engine, projectId, testId) {
    const drafts = await draftsOf(engine, projectId, id => mirrorId(id, testId));
    return copyingTo(engine, streamOf(testId), endpoints, state =>
      draftChanges(testId, state, drafts),
    );
  },
};
