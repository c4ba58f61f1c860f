import type { Change } from '@hzm/contracts/core/change';
import { collection } from '@hzm/contracts/core/collection';
import type { Event } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import {
  endpointRequestAdded,
  endpointRequestChanged,
  endpointRequestMoved,
  endpointRequestRejected,
  endpointRequestRestored,
  endpointRequestStepUndone,
  endpointRequestWithdrawn,
} from '@hzm/contracts/features/endpoint-requests/events';
import {
  categoryOf,
  priorityWeight,
  stepped,
  type RequestCategory,
  type RequestForm,
  type RequestPriority,
  type ReviewState,
} from '@hzm/contracts/features/endpoint-requests/request';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import { add, dropWhere, patch, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/**
 * The members that lists filter and sort by. `weight` is that of its priority; `category` is null
 * when withdrawn.
 */
type Sorted = {
  readonly category: RequestCategory | null;
  readonly priority: RequestPriority;
  readonly weight: number;
};

/**
 * A request. `text` is searched; `position` is that of its last change; `version` counts changes.
 */
export type EndpointRequestDoc = ReviewState &
  Sorted & {
    readonly id: string;
    readonly projectId: string;
    readonly requesterId: string;
    readonly form: RequestForm;
    readonly text: string;
    readonly createdAt: string;
    readonly updatedAt: string;
    readonly position: Position;
    readonly version: number;
  };

/**
 * The countable part of a request, because those of a project are read together. `changedBy` is an
 * account id.
 */
export type RequestMarkDoc = Omit<Sorted, 'weight'> & {
  readonly id: string;
  readonly projectId: string;
  readonly changedBy: string;
  readonly position: Position;
};

export const endpointRequestDocs = collection<EndpointRequestDoc>({
  name: 'endpoint-requests',
  owner: 'projectId',
  namedBy: 'requestId',
  indexes: [['projectId'], ['projectId', 'weight']],
});
export const requestMarkDocs = collection<RequestMarkDoc>({
  name: 'endpoint-request-marks',
  owner: 'projectId',
  indexes: [['projectId']],
});

const sortedBy = ({ priority }: RequestForm): Omit<Sorted, 'category'> => ({
  priority,
  weight: priorityWeight[priority],
});
const textOf = ({ endpoint_name, description }: RequestForm): string =>
  `${endpoint_name}\n${description}`;
const written = (
  form: RequestForm,
): Pick<EndpointRequestDoc, 'form' | 'text' | 'priority' | 'weight'> => ({
  form,
  text: textOf(form),
  ...sortedBy(form),
});

/** Changes both documents of a request. */
function changed(
  { data: { requestId: id }, meta: { at, actor }, position }: Event<{ requestId: string }>,
  set: Partial<ReviewState> & { readonly form?: RequestForm },
): readonly Change[] {
  const { form, ...standing } = set;
  const category = set.status === undefined ? {} : { category: categoryOf[set.status] };
  return [
    patch(endpointRequestDocs, {
      id,
      set: { ...standing, ...category, ...(form && written(form)), updatedAt: at, position },
    }),
    add(endpointRequestDocs, { id, by: { version: 1 } }),
    patch(requestMarkDocs, {
      id,
      set: { ...category, ...(form && { priority: form.priority }), changedBy: actor, position },
    }),
  ];
}

/** One document per request, withdrawn ones included, and one for counting it. */
export const endpointRequests = projection({
  name: 'endpoint-requests',
  version: 1,
  collections: [endpointRequestDocs, requestMarkDocs],
  isPointInTime: true,
  on: [
    on(
      endpointRequestAdded,
      ({ data: { projectId, requestId: id, form }, meta: { at, actor }, position }) => [
        put(endpointRequestDocs, {
          id,
          projectId,
          requesterId: actor,
          ...written(form),
          category: 'inbox',
          status: 'pending',
          adminNotes: null,
          rejectionReason: null,
          reviewedAt: null,
          implementedAt: null,
          createdAt: at,
          updatedAt: at,
          position,
          version: 1,
        }),
        put(requestMarkDocs, {
          id,
          projectId,
          category: 'inbox',
          priority: form.priority,
          changedBy: actor,
          position,
        }),
      ],
    ),
    on(endpointRequestChanged, e => changed(e, { form: e.data.form })),
    on(endpointRequestMoved, e =>
      changed(e, stepped(e.data.from, e.data.to, e.data.note, e.meta.at)),
    ),
    on(endpointRequestRejected, e =>
      changed(e, stepped(e.data.from, 'rejected', e.data.reason, e.meta.at)),
    ),
    on(endpointRequestStepUndone, e => changed(e, e.data.standing)),
    on(endpointRequestWithdrawn, e => changed(e, { status: 'withdrawn' })),
    on(endpointRequestRestored, e => changed(e, { status: 'pending' })),
    on(projectDeleted, ({ data: { projectId } }) => [
      dropWhere(endpointRequestDocs, { projectId }),
      dropWhere(requestMarkDocs, { projectId }),
    ]),
  ],
});
