import { collection } from '@hzm/contracts/core/collection';
import type { Position } from '@hzm/contracts/core/position';
import { segmentsOf } from '@hzm/contracts/features/custom-endpoints/address';
import type {
  EndpointDefinition,
  EndpointMethod,
} from '@hzm/contracts/features/custom-endpoints/definition';
import {
  customEndpointAdded,
  customEndpointChanged,
  customEndpointPublished,
  customEndpointRemoved,
  customEndpointRolledBack,
  customEndpointSwitchedOff,
  customEndpointSwitchedOn,
} from '@hzm/contracts/features/custom-endpoints/events';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import { drop, dropWhere, patch, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/** `current` is the version that is called; null until one is published. */
export type CustomEndpointDoc = {
  readonly id: string;
  readonly projectId: string;
  readonly requestId: string | null;
  readonly name: string;
  readonly draft: EndpointDefinition;
  readonly current: number | null;
  readonly last: number;
  readonly isOn: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Position of its last change. */
  readonly position: Position;
};

/** A published version. */
export type EndpointVersionDoc = {
  readonly id: string;
  readonly projectId: string;
  readonly endpointId: string;
  readonly version: number;
  readonly definition: EndpointDefinition;
  readonly publishedAt: string;
  readonly publishedBy: string;
};

/**
 * The route to a callable version. `place` combines the project and the number of segments of its
 * path; `until` is when it stops being callable.
 */
export type EndpointRouteDoc = {
  readonly id: string;
  readonly projectId: string;
  readonly endpointId: string;
  readonly version: number;
  readonly method: EndpointMethod;
  readonly path: string;
  readonly place: string;
  readonly isCurrent: boolean;
  readonly until: string;
};

export const customEndpointDocs = collection<CustomEndpointDoc>({
  name: 'custom-endpoints',
  owner: 'projectId',
  namedBy: 'endpointId',
  indexes: [['projectId'], ['requestId']],
});
export const endpointVersionDocs = collection<EndpointVersionDoc>({
  name: 'custom-endpoint-versions',
  owner: 'projectId',
  indexes: [['endpointId', 'version'], ['projectId']],
});
export const endpointRouteDocs = collection<EndpointRouteDoc>({
  name: 'custom-endpoint-routes',
  owner: 'projectId',
  indexes: [['place', 'until'], ['endpointId', 'version'], ['projectId']],
});

/** The end of the current version, until another replaces it. */
const NO_END = '9999-12-31T23:59:59.999Z';
export const versionId = (endpointId: string, version: number): string =>
  `${endpointId}-${version}`;
export const placeOf = (projectId: string, segments: number): string => `${projectId}/${segments}`;

const changeOf =
  (id: string, at: string, position: Position) =>
  (set: Partial<Pick<CustomEndpointDoc, 'name' | 'draft' | 'current' | 'last' | 'isOn'>>) =>
    patch(customEndpointDocs, { id, set: { ...set, updatedAt: at, position } });
const routeLeft = (endpointId: string, version: number, until: string) =>
  patch(endpointRouteDocs, {
    id: versionId(endpointId, version),
    set: { isCurrent: false, until },
  });

/** One document per endpoint, per version, and per route to a version. */
export const customEndpoints = projection({
  name: 'custom-endpoints',
  version: 1,
  collections: [customEndpointDocs, endpointVersionDocs, endpointRouteDocs],
  isPointInTime: true,
  on: [
    on(
      customEndpointAdded,
      ({
        data: { projectId, endpointId: id, requestId, name, definition: draft },
        meta: { at },
        position,
      }) => [
        put(customEndpointDocs, {
          id,
          projectId,
          requestId,
          name,
          draft,
          current: null,
          last: 0,
          isOn: true,
          createdAt: at,
          updatedAt: at,
          position,
        }),
      ],
    ),
    on(
      customEndpointChanged,
      ({ data: { endpointId, name, definition }, meta: { at }, position }) => [
        changeOf(endpointId, at, position)({ name, draft: definition }),
      ],
    ),
    on(
      customEndpointPublished,
      ({
        data: { projectId, endpointId, version, definition, from, until },
        meta: { at, actor },
        position,
      }) => {
        const id = versionId(endpointId, version);
        const { method, path } = definition;
        return [
          changeOf(endpointId, at, position)({ current: version, last: version }),
          put(endpointVersionDocs, {
            id,
            projectId,
            endpointId,
            version,
            definition,
            publishedAt: at,
            publishedBy: actor,
          }),
          put(endpointRouteDocs, {
            id,
            projectId,
            endpointId,
            version,
            method,
            path,
            place: placeOf(projectId, segmentsOf(path).length),
            isCurrent: true,
            until: NO_END,
          }),
          ...(from === null ? [] : [routeLeft(endpointId, from, until ?? at)]),
        ];
      },
    ),
    on(
      customEndpointRolledBack,
      ({ data: { endpointId, version, from, until }, meta: { at }, position }) => [
        changeOf(endpointId, at, position)({ current: version }),
        routeLeft(endpointId, from, until),
        patch(endpointRouteDocs, {
          id: versionId(endpointId, version),
          set: { isCurrent: true, until: NO_END },
        }),
      ],
    ),
    on(customEndpointSwitchedOff, ({ data: { endpointId }, meta: { at }, position }) => [
      changeOf(endpointId, at, position)({ isOn: false }),
    ]),
    on(customEndpointSwitchedOn, ({ data: { endpointId }, meta: { at }, position }) => [
      changeOf(endpointId, at, position)({ isOn: true }),
    ]),
    on(customEndpointRemoved, ({ data: { endpointId } }) => [
      drop(customEndpointDocs, endpointId),
      dropWhere(endpointVersionDocs, { endpointId }),
      dropWhere(endpointRouteDocs, { endpointId }),
    ]),
    on(projectDeleted, ({ data: { projectId } }) => [
      dropWhere(customEndpointDocs, { projectId }),
      dropWhere(endpointVersionDocs, { projectId }),
      dropWhere(endpointRouteDocs, { projectId }),
    ]),
  ],
});
