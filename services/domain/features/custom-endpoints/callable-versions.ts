import type { EndpointDefinition } from '@hzm/contracts/features/custom-endpoints/definition';
import { MAX_CALLABLE, MAX_ENDPOINTS } from '@hzm/contracts/features/custom-endpoints/endpoint';
import {
  customEndpointDocs,
  endpointRouteDocs,
  endpointVersionDocs,
  versionId,
  type EndpointRouteDoc,
} from '@hzm/projections/features/custom-endpoints/custom-endpoints';
import type { Engine } from '@hzm/services/core/engine';
import { slice } from '@hzm/services/core/ports/slices';

/**
 * A published version that can be called, or could if its endpoint were on. `until`: null while it
 * is the current one.
 */
export interface CallableVersion {
  readonly endpointId: string;
  readonly name: string;
  readonly isOn: boolean;
  readonly version: number;
  readonly until: string | null;
  readonly definition: EndpointDefinition;
}

/** The addresses of the callable versions of a project. */
export const callableRoutes = async (
  { model, now }: Pick<Engine, 'model' | 'now'>,
  projectId: string,
): Promise<readonly EndpointRouteDoc[]> => {
  const isCallable = { path: 'until', op: 'gt', value: now().toISOString() } as const;
  const { docs } = await model.find({
    collection: endpointRouteDocs,
    limit: MAX_ENDPOINTS * MAX_CALLABLE,
    where: [{ path: 'projectId', op: 'eq', value: projectId }, isCallable],
  });
  return docs;
};

/** Reads the version that is called at an address; undefined: it is gone by now. */
export async function callableVersion(
  { model }: Pick<Engine, 'model'>,
  { endpointId, version, isCurrent, until }: EndpointRouteDoc,
): Promise<CallableVersion | undefined> {
  const [endpoint, published] = await Promise.all([
    model.get(customEndpointDocs, endpointId),
    model.get(endpointVersionDocs, versionId(endpointId, version)),
  ]);
  if (!endpoint || !published) return undefined;
  const { name, isOn } = endpoint;
  const { definition } = published;
  return { endpointId, name, isOn, version, until: isCurrent ? null : until, definition };
}

/** Reads the callable versions of a project one at a time: their definitions may come to 32 MiB. */
export async function* callableVersions(
  engine: Pick<Engine, 'model' | 'now'>,
  projectId: string,
): AsyncGenerator<CallableVersion> {
  for (const route of await callableRoutes(engine, projectId)) {
    const version = await callableVersion(engine, route);
    if (version) yield version;
    await slice();
  }
}
