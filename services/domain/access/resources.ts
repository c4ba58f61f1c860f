import type { Collection } from '@hzm/contracts/core/collection';
import { memberOf } from '@hzm/contracts/core/json';
import { projections } from '@hzm/projections/registry';
import type { Engine } from '@hzm/services/core/engine';

/** A document of a collection that is named by a parameter of paths. */
type Resource = { readonly id: string; readonly projectId: string };

/** The collections of resources, by the parameter that names one; each says so by `namedBy`. */
export const resources: ReadonlyMap<string, Collection<Resource>> = new Map(
  projections
    .flatMap(({ collections }) => collections as readonly Collection<Resource>[])
    .flatMap(of => (of.namedBy === undefined ? [] : [[of.namedBy, of] as const])),
);

/**
 * Returns the project of the resource that parameters name; undefined if there is no such resource.
 * @param otherwise the project where they name none
 */
export async function projectOfResource(
  { model }: Pick<Engine, 'model'>,
  params: Readonly<Record<string, unknown>>,
  otherwise?: string,
): Promise<string | undefined> {
  for (const [name, of] of resources) {
    const id = memberOf(params, name);
    if (typeof id === 'string') return (await model.get(of, id))?.projectId;
  }
  return otherwise;
}
