import * as z from 'zod';
import { command, count, Pagination, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { storable } from '../../core/name.ts';
import {
  EndpointRequest,
  ListedRequest,
  MAX_NOTE,
  MAX_REQUEST_BYTES,
  RequestCategory,
  RequestCounts,
  RequestEvent,
  RequestForm,
  RequestPriority,
  RequestStatus,
  UNDO_SECONDS,
} from './request.ts';

const OfProject = z.strictObject({ projectId: Id });
const OfRequest = z.strictObject({ requestId: Id });
const encoder = new TextEncoder();
const Form = RequestForm.refine(
  form => encoder.encode(JSON.stringify(form)).byteLength <= MAX_REQUEST_BYTES,
  { error: 'request-too-large' },
);

export const listEndpointRequests = query({
  name: 'list-endpoint-requests',
  call: 'GET /endpoint-requests/project/:projectId',
  access: 'requests:read',
  params: OfProject,
  query: z.strictObject({
    category: RequestCategory.optional(),
    priority: RequestPriority.optional(),
    sort: z.enum(['newest', 'oldest', 'priority']).default('newest'),
    search: z.string().trim().max(200).optional(),
    page: count(1, 1_000).default(1),
    limit: count(1, 500).default(100),
    cursor: z.string().optional(),
  }),
  answer: z.object({
    requests: z.array(ListedRequest),
    counts: RequestCounts,
    pagination: Pagination,
  }),
  summary: 'List endpoint requests',
  description: 'Omits withdrawn requests. `counts` cover all others, whatever the filters.',
});

export const addEndpointRequest = command({
  name: 'add-endpoint-request',
  call: 'POST /endpoint-requests/project/:projectId',
  access: 'requests:write',
  status: 201,
  params: OfProject,
  body: Form,
  answer: EndpointRequest,
  summary: 'Create an endpoint request',
  description: 'At most 1,000 requests in a project, and 32 KiB each.',
});

export const getEndpointRequest = query({
  name: 'get-endpoint-request',
  call: 'GET /endpoint-requests/:requestId',
  access: 'requests:read',
  params: OfRequest,
  answer: ListedRequest.extend({ history: z.array(RequestEvent) }),
  summary: 'Retrieve an endpoint request',
  description: 'Includes its history, limited to the newest 200 entries.',
});

export const changeEndpointRequest = command({
  name: 'change-endpoint-request',
  call: 'PUT /endpoint-requests/:requestId',
  access: 'requests:write',
  params: OfRequest,
  body: Form,
  answer: EndpointRequest,
  summary: 'Update an own request',
  description: 'Possible until its review begins.',
});

export const withdrawEndpointRequest = command({
  name: 'withdraw-endpoint-request',
  call: 'DELETE /endpoint-requests/:requestId',
  access: 'requests:write',
  params: OfRequest,
  answer: EndpointRequest,
  summary: 'Withdraw an own request',
  description: 'Possible until its review begins.',
});

export const restoreEndpointRequest = command({
  name: 'restore-endpoint-request',
  call: 'POST /endpoint-requests/:requestId/restore',
  access: 'requests:write',
  params: OfRequest,
  answer: EndpointRequest,
  summary: 'Restore an own withdrawn request',
});

export const moveEndpointRequest = command({
  name: 'move-endpoint-request',
  call: 'PUT /endpoint-requests/:requestId/status',
  access: 'admin',
  params: OfRequest,
  body: z.strictObject({
    status: RequestStatus,
    admin_notes: storable(z.string().trim().max(MAX_NOTE)).default(''),
  }),
  answer: EndpointRequest,
  summary: 'Move a request to its next step',
  description:
    'The steps are pending, (reviewing,) approved, testing, implementing, completed (, implemented). To reject it, send the reason as `admin_notes`.',
});

export const undoEndpointRequestStep = command({
  name: 'undo-endpoint-request-step',
  call: 'POST /endpoint-requests/:requestId/undo',
  access: 'admin',
  params: OfRequest,
  body: z.strictObject({ version: z.int().min(1) }),
  answer: EndpointRequest,
  summary: 'Undo an own step',
  description: `Possible within ${UNDO_SECONDS} seconds, unless something followed it. \`version\` is the request's \`_version\` right after that step.`,
});
