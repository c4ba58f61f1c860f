import { MAX_ENDPOINTS } from '@hzm/contracts/features/custom-endpoints/endpoint';
import {
  customEndpointDocs,
  endpointRouteDocs,
  versionId,
} from '@hzm/projections/features/custom-endpoints/custom-endpoints';
import type { Engine } from '@hzm/services/core/engine';

/**
 * Returns the path of the first published endpoint that a request became; undefined if none is
 * published.
 */
export async function pathOfRequest(
  { model }: Pick<Engine, 'model'>,
  requestId: string,
): Promise<string | undefined> {
  const { docs } = await model.find({
    collection: customEndpointDocs,
    where: [{ path: 'requestId', op: 'eq', value: requestId }],
    limit: MAX_ENDPOINTS,
  });
  const published = docs.find(({ current }) => current !== null);
  const route =
    published && (await model.get(endpointRouteDocs, versionId(published.id, published.current!)));
  return route && `/custom/${route.projectId}/${route.path}`;
}
