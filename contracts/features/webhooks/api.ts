import * as z from 'zod';
import { command, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import {
  DEFAULT_OVERLAP_HOURS,
  MAX_OVERLAP_HOURS,
  Webhook,
  WEBHOOK_ANSWER_BYTES,
  WEBHOOK_ASKED_OF_ACCOUNT_PER_MINUTE,
  WEBHOOK_ASKED_PER_MINUTE,
  WEBHOOK_CALLS,
  WebhookCall,
  WebhookChoices,
  WebhookPosition,
} from './webhook.ts';

const params = z.strictObject({ projectId: Id });
const answer = z.object({ webhook: Webhook });
const made = z.object({ call: WebhookCall });
const access = 'project:webhook';

export const getWebhook = query({
  name: 'get-webhook',
  call: 'GET /projects/:projectId/webhook',
  access,
  params,
  answer,
  summary: "Retrieve a project's webhook",
  description:
    'Its address and switch are settings of the project (`webhookUrl`, `enableWebhooks`). It begins with the first change after it was switched on.',
});

export const changeWebhook = command({
  name: 'change-webhook',
  call: 'PUT /projects/:projectId/webhook',
  access,
  params,
  body: WebhookChoices,
  answer,
  summary: 'Choose the events of a webhook',
  description: 'Kinds of events, and tables (`tableIds`, all without it).',
});

export const renewWebhookSecret = command({
  name: 'renew-webhook-secret',
  call: 'POST /projects/:projectId/webhook/secret',
  access,
  status: 201,
  params,
  body: z.strictObject({
    overlapHours: z.int().min(0).max(MAX_OVERLAP_HOURS).default(DEFAULT_OVERLAP_HOURS),
  }),
  answer: z.object({ secret: z.string(), webhook: Webhook }),
  summary: 'Create a secret for a webhook',
  description:
    '`secret` is answered here alone. Calls are signed with the former secret, too, for `overlapHours`.',
});

export const endWebhookSecret = command({
  name: 'end-webhook-secret',
  call: 'DELETE /projects/:projectId/webhook/secret/former',
  access,
  params,
  answer,
  summary: 'End the former secret of a webhook',
});

export const resumeWebhook = command({
  name: 'resume-webhook',
  call: 'POST /projects/:projectId/webhook/resume',
  access,
  params,
  answer,
  summary: 'Resume a paused webhook',
  description: 'It goes on with the event at which it was paused.',
});

export const resendWebhook = command({
  name: 'resend-webhook',
  call: 'POST /projects/:projectId/webhook/resend',
  access,
  params,
  body: z.strictObject({ after: WebhookPosition }),
  answer,
  summary: 'Send all events again from a position',
  description: 'All chosen events later than `after`, in their order, with their ids.',
});

export const listWebhookCalls = query({
  name: 'list-webhook-calls',
  call: 'GET /projects/:projectId/webhook/calls',
  access,
  params,
  answer: z.object({ calls: z.array(WebhookCall) }),
  summary: 'List the last calls of a webhook',
  description: `The last ${WEBHOOK_CALLS}, newest first.`,
});

export const getWebhookCall = query({
  name: 'get-webhook-call',
  call: 'GET /projects/:projectId/webhook/calls/:callId',
  access,
  params: params.extend({ callId: Id }),
  answer: z.object({
    call: WebhookCall,
    request: z.object({ headers: z.record(z.string(), z.string()), body: z.string() }).nullable(),
    answer: z.string(),
  }),
  summary: 'Retrieve a call of a webhook',
  description: `The request without its signatures, made from the log once more (null if its event is gone), and the first ${WEBHOOK_ANSWER_BYTES} bytes of the answer.`,
});

const asked = [
  `At most ${WEBHOOK_ASKED_PER_MINUTE} such calls in a minute,`,
  `${WEBHOOK_ASKED_OF_ACCOUNT_PER_MINUTE} of an account;`,
  'all accounts together send a destination 60 at once, then one every 2 s.',
].join(' ');

export const testWebhook = command({
  name: 'test-webhook',
  call: 'POST /projects/:projectId/webhook/test',
  access,
  params,
  answer: made,
  summary: 'Send a test call',
  description: `Sends an event of type \`webhook-test\` and answers what became of it. ${asked}`,
});

export const resendWebhookEvent = command({
  name: 'resend-webhook-event',
  call: 'POST /projects/:projectId/webhook/resend-one',
  access,
  params,
  body: z.strictObject({ position: WebhookPosition }),
  answer: made,
  summary: 'Send one event again',
  description: `With its id, out of turn. ${asked}`,
});
