import type { DomainEvent } from '@hzm/contracts/core/event';
import { sameJson } from '@hzm/contracts/core/json';
import {
  withOtherIds,
  type EndpointDefinition,
} from '@hzm/contracts/features/custom-endpoints/definition';
import {
  customEndpointAdded,
  customEndpointChanged,
  customEndpointRemoved,
} from '@hzm/contracts/features/custom-endpoints/events';
import type { Engine } from '@hzm/services/core/engine';
import { readInSlices } from '@hzm/services/core/ports/slices';
import type { Endpoints } from './endpoints.ts';
import { definitionToCopy, endpointsOf } from './view.ts';

/**
 * The endpoints that a copied project begins with, by the ids that they have there. They cannot be
 * called until they are published.
 */
export type Drafts = ReadonlyMap<
  string,
  { readonly name: string; readonly definition: EndpointDefinition }
>;

/** The endpoints of a project for a copy of it, which has the same tables under other ids. */
export async function draftsOf(
  engine: Pick<Engine, 'model'>,
  projectId: string,
  idOf: (id: string) => string,
): Promise<Drafts> {
  const docs = await endpointsOf(engine, projectId);
  return new Map(
    await readInSlices(
      docs,
      async doc =>
        [
          idOf(doc.id),
          {
            name: doc.name,
            definition: withOtherIds(await definitionToCopy(engine, doc), idOf)!,
          },
        ] as const,
    ),
  );
}

/** The events after which a project has exactly these drafts. */
export const draftChanges = (
  projectId: string,
  now: Endpoints,
  drafts: Drafts,
): readonly DomainEvent[] => [
  ...[...now]
    .filter(([endpointId]) => !drafts.has(endpointId))
    .map(([endpointId, { name }]) => customEndpointRemoved({ projectId, endpointId, name })),
  ...[...drafts].flatMap(([endpointId, { name, definition }]) => {
    const known = now.get(endpointId);
    if (!known)
      return [customEndpointAdded({ projectId, endpointId, requestId: null, name, definition })];
    return known.name === name && sameJson(known.draft, definition)
      ? []
      : [customEndpointChanged({ projectId, endpointId, name, definition })];
  }),
];
