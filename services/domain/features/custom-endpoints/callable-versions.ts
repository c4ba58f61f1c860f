import type { EndpointDefinition } from '@hzm/contracts/features/custom-endpoints/definition';
import { MAX_CALLABLE, MAX_ENDPOINTS } from '@hzm/contracts/features/custom-endpoints/endpoint';
import { customEndpointDocs, endpointRouteDocs, endpointVersionDocs, versionId } from '@hzm/projections/features/custom-endpoints/custom-endpoints';
import type { Engine } from '@hzm/services/core/engine';
import { slice } from '@hzm/services/core/ports/slices';

/** A published version that can be called, or could if its endpoint were on. `until`: null while it is the current one. */
export interface CallableVersion {
  readonly endpointId: string;
  readonly name: string;
  readonly isOn: boolean;
  readonly version: number;
  readonly until: string | null;
  readonly definition: EndpointDefinition;
}

/** Reads the callable versions of a project, one at a time: all their definitions may come to 32 MiB. */
export async function* callableVersions({ model, now }: Pick<Engine, 'model' | 'now'>, projectId: string): AsyncGenerator<CallableVersion> {
  const { docs: routes } = await model.find({
    collection: endpointRouteDocs, where: [{ path: 'projectId', op: 'eq', value: projectId }, { path: 'until', op: 'gt', value: now().toISOString() }], limit: MAX_ENDPOINTS * MAX_CALLABLE,
  });
  for (const { endpointId, version, isCurrent, until } of routes) {
    const [endpoint, published] = await Promise.all([model.get(customEndpointDocs, endpointId), model.get(endpointVersionDocs, versionId(endpointId, version))]);
    if (endpoint && published) yield { endpointId, name: endpoint.name, isOn: endpoint.isOn, version, until: isCurrent ? null : until, definition: published.definition };
    await slice();
  }
}
